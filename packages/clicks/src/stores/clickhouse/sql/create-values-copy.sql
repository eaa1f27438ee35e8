CREATE TABLE IF NOT EXISTS click_values_new AS click_values
