ALTER TABLE {table:Identifier} DROP PARTITION ID {partition:String}
