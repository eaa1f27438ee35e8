-- non-breaking
-- How many people a link lets through; NULL: any number. A node of an older release knows nothing of it and must not let
-- anybody through uncounted: to it such a link is switched off (8), and it cannot switch it on. Whether it is on stands in
-- open_version: it is while that is its version, so a change that an older node makes leaves it off.
ALTER TABLE links ADD COLUMN open_version integer;
ALTER TABLE links ADD COLUMN max_clicks integer;

-- Not looked for in the rows that are there, for none has a budget: that would hold a large table up. A status of 301 or 308
-- has the bit 2.
ALTER TABLE links ADD CONSTRAINT links_budgeted CHECK (
  max_clicks IS NULL
  OR (max_clicks BETWEEN 1 AND 1000000000 AND flags & 8 = 8 AND flags & 2 = 0)
) NOT VALID;

-- How many it has let through; there is a row from the first one on. Apart from the link, for a click is no change of it. Half
-- of a page stays free, so that a count is written beside the one before and touches no index.
CREATE TABLE link_budgets (
  used integer NOT NULL CHECK (used >= 1),
  -- How many of them the latest statement let through: what it answers with.
  granted integer NOT NULL CHECK (granted >= 1),
  domain text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  PRIMARY KEY (domain, code)
) WITH (fillfactor = 50);

-- Not called for a link without a budget, where max_clicks is NULL.
CREATE FUNCTION link_clicks_used(max_clicks integer, link_domain text, link_code text) RETURNS integer
LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN coalesce((SELECT b.used FROM link_budgets AS b WHERE b.domain = link_domain AND b.code = link_code), 0);

-- A budget that begins or ends begins or ends its count.
CREATE FUNCTION links_budgeted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM link_budgets WHERE domain = NEW.domain AND code = NEW.code;
  RETURN NULL;
END $$;

CREATE TRIGGER links_budgeted AFTER UPDATE OF max_clicks ON links
FOR EACH ROW WHEN ((OLD.max_clicks IS NULL) <> (NEW.max_clicks IS NULL)) EXECUTE FUNCTION links_budgeted();
