SELECT narrows_clicks.place_outbox(:most::integer)
