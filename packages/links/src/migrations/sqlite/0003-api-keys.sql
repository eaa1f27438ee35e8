CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY CHECK (octet_length(id) BETWEEN 1 AND 256),
  -- SHA-256 of the secret; the secret itself is never stored.
  secret_hash BLOB NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
  owner TEXT NOT NULL CHECK (octet_length(owner) BETWEEN 1 AND 256),
  name TEXT NOT NULL CHECK (octet_length(name) <= 1024),
  scopes TEXT NOT NULL CHECK (json_type(scopes) = 'array'),
  -- NULL: every domain; '' is the default domain.
  domain TEXT CHECK (octet_length(domain) <= 253),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
