DELETE FROM positions WHERE gone_at < ?
