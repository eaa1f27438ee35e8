-- 1: the answer named a link that was there already, because the request allowed to reuse one.
ALTER TABLE idempotency ADD COLUMN is_reuse INTEGER NOT NULL DEFAULT 0 CHECK (is_reuse IN (0, 1));
