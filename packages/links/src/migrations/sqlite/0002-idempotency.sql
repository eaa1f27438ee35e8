-- What was answered to a create request with an Idempotency-Key, so that a repetition gets the same bytes.
CREATE TABLE idempotency (
  requester TEXT NOT NULL CHECK (octet_length(requester) BETWEEN 1 AND 256),
  key TEXT NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 1024),
  fingerprint BLOB NOT NULL CHECK (octet_length(fingerprint) = 32),
  domain TEXT NOT NULL,
  code TEXT NOT NULL,
  -- TEXT, not JSON: the bytes matter.
  response_body TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (requester, key)
) STRICT;

CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
