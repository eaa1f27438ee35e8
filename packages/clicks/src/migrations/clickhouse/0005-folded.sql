-- In which counts a value of the click had no room beside the 256 that were there before, and is taken for (other): four bits for each
-- dimension in their order, of the link's slot, all links' slot, the link's day, and all links' day. It stays with the click, so
-- that whoever counts it once more counts the same.
ALTER TABLE clicks ADD COLUMN IF NOT EXISTS folded UInt64;

ALTER TABLE click_staged ADD COLUMN IF NOT EXISTS folded UInt64;
