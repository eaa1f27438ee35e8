SELECT to_regclass(:name) IS NOT NULL
