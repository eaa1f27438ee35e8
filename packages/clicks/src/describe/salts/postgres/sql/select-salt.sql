SELECT salt FROM narrows_clicks.salts WHERE day = :day::integer
