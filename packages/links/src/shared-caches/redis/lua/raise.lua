-- Forgets a link that is older than a version, and keeps older ones from coming back.
-- KEYS[1]  the link
-- ARGV     the version, how long in milliseconds
-- Returns  1 when that was news, 0 when that version or a newer one is there
local present = redis.pcall('GET', KEYS[1])
if type(present) == 'string' then
  local version = tonumber(string.match(present, '^%d+'))
  if version and version >= tonumber(ARGV[1]) then return 0 end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
