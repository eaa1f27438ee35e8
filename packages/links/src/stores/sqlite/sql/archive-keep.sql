INSERT OR REPLACE INTO link_archive_MONTH (domain, code, destination, tags, note)
SELECT domain, code, destination, tags, note FROM links WHERE rowid = ?
