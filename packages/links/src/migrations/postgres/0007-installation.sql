-- non-breaking
-- What all nodes of one installation must agree on, as the first of them had it; 'id' tells this database from any other.
CREATE TABLE installation (
  name text COLLATE "C" NOT NULL PRIMARY KEY CHECK (octet_length(name) BETWEEN 1 AND 256),
  value bytea NOT NULL CHECK (octet_length(value) BETWEEN 1 AND 1024)
);

INSERT INTO installation (name, value) VALUES ('id', uuid_send(gen_random_uuid()));
