-- Remembers a link unless a newer version, or that there is one, is known.
-- KEYS[1]  the link
-- ARGV     its version, the value (which begins with the version), how long in milliseconds
-- Returns  1 when it is remembered, 0 when something newer is
local present = redis.pcall('GET', KEYS[1])
if type(present) == 'string' then
  -- What does not begin with a number is none of ours, and gives way.
  local version = tonumber(string.match(present, '^%d+'))
  if version and version > tonumber(ARGV[1]) then return 0 end
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
