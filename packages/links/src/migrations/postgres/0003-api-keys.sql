CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (octet_length(id) BETWEEN 1 AND 256),
  -- SHA-256 of the secret; the secret itself is never stored.
  secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  owner text COLLATE "C" NOT NULL CHECK (octet_length(owner) BETWEEN 1 AND 256),
  name text COLLATE "C" NOT NULL CHECK (octet_length(name) <= 1024),
  scopes jsonb NOT NULL CHECK (jsonb_typeof(scopes) = 'array'),
  -- NULL: every domain; '' is the default domain.
  domain text COLLATE "C" CHECK (octet_length(domain) <= 253),
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint
);
