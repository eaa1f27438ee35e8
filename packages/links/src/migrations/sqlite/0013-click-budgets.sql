-- How many people a link lets through; NULL: any number. An older release that has the file open knows nothing of it and must
-- not let anybody through uncounted: to it such a link is switched off, and it cannot switch it on. Whether it is on stands in
-- open_version: it is while that is its version, so a change that an older release makes leaves it off.
ALTER TABLE links ADD COLUMN open_version INTEGER;
ALTER TABLE links ADD COLUMN max_clicks INTEGER CHECK (
  max_clicks IS NULL
  OR (max_clicks BETWEEN 1 AND 1000000000 AND enabled = 0 AND redirect_status IN (302, 307))
);

-- How many it has let through; there is a row from the first one on. Apart from the link, for a click is no change of it.
CREATE TABLE link_budgets (
  domain TEXT NOT NULL,
  code TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used >= 1),
  PRIMARY KEY (domain, code)
) STRICT, WITHOUT ROWID;

-- A budget that begins or ends begins or ends its count.
CREATE TRIGGER links_budgeted AFTER UPDATE OF max_clicks ON links
WHEN (OLD.max_clicks IS NULL) <> (NEW.max_clicks IS NULL)
BEGIN
  DELETE FROM link_budgets WHERE domain = NEW.domain AND code = NEW.code;
END;
