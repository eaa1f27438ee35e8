SELECT narrows_clicks.ensure_click_days(:days::integer[])
