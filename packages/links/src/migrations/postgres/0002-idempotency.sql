-- What was answered to a create request with an Idempotency-Key, so that a repetition gets the same bytes.
CREATE TABLE idempotency (
  expires_at bigint NOT NULL,
  -- True: the answer named a link that was there already, because the request allowed to reuse one.
  is_reuse boolean NOT NULL,
  requester text COLLATE "C" NOT NULL CHECK (octet_length(requester) BETWEEN 1 AND 256),
  key text COLLATE "C" NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 1024),
  fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  -- TEXT, not jsonb: the bytes matter.
  response_body text COLLATE "C" NOT NULL,
  PRIMARY KEY (requester, key)
);

CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
