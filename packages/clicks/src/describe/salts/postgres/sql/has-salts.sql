-- Where clicks were never counted there is no such table.
SELECT to_regclass('narrows_clicks.salts') IS NOT NULL
