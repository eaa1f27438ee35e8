-- Asked first: without the right to make schemas, even one that is there may not be made "if not exists".
DO $$
BEGIN
  IF to_regnamespace('narrows_clicks') IS NULL THEN
    CREATE SCHEMA narrows_clicks;
  END IF;
END $$;
CREATE TABLE IF NOT EXISTS narrows_clicks.migrations (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now(),
  is_breaking boolean NOT NULL,
  name text NOT NULL
)
