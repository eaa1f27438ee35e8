ALTER TABLE click_staged DROP PARTITION {batch:UInt64}
