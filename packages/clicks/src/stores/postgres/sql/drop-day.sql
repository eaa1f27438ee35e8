SELECT narrows_clicks.drop_click_day(:day::integer)
