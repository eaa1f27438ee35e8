-- Notes how far the log of changes was carried out here.
-- KEYS[1]  the note: generation and position
-- ARGV     the generation, the position to begin from, the one that was reached
-- Returns  1; 0 when the note is gone, of another generation, or behind the beginning, for changes were lost then
local present = redis.pcall('GET', KEYS[1])
if type(present) ~= 'string' then return 0 end
local generation, position = string.match(present, '^(%S+) (%d+)$')
if generation ~= ARGV[1] or tonumber(position) < tonumber(ARGV[2]) then return 0 end
if tonumber(ARGV[3]) > tonumber(position) then redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[3]) end
return 1
