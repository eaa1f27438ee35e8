-- Until the end of the transaction nobody forgets more raw clicks.
SELECT raw_before FROM narrows_clicks.store_state FOR SHARE
