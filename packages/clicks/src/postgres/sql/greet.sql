-- What is answered is durable, also where the server is set to commit in the background; stricter settings stay.
SELECT set_config(
  'synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END,
  false
)
