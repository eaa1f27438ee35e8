SELECT EXISTS (SELECT FROM narrows_clicks.salts WHERE day < :before::integer)
