ALTER TABLE click_values REPLACE PARTITION ID {partition:String} FROM click_values_new
