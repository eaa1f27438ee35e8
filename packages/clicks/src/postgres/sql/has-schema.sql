SELECT to_regclass('narrows_clicks.migrations') IS NOT NULL
