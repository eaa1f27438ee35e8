SELECT narrows_clicks.forget_salts(:before::integer)
