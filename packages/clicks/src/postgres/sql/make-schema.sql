-- Asked first: without the right to make schemas, even one that is there may not be made "if not exists".
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_namespace WHERE nspname = 'narrows_clicks') THEN
    CREATE SCHEMA narrows_clicks;
  END IF;
END $$;
CREATE TABLE IF NOT EXISTS narrows_clicks.migrations (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now(),
  is_breaking boolean NOT NULL,
  name text NOT NULL
)
