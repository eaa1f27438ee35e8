-- One call decides a whole batch at one instant. KEYS: the counters, each once. ARGV: uniform.lua and decide.lua say.
--
-- Closures, tables and made texts are what a short call costs most of, so whatever fewer calls need comes later:
-- one-key.lua ends most calls, and uniform.lua most of the others.
local call = redis.call
local pack, unpack_numbers = struct.pack, struct.unpack

-- Microseconds since 1970, exact below 2^53. Tests put other lines in the place of these two, and only of these: a clock
-- that they move, and a long time to live, since keys expire by the server's own.
local spare_ms = 1
local clock = call("TIME")
local now_micros = clock[1] * 1000000 + clock[2]

-- Numbers are whole, and no larger.
local most = 9007199254740991

-- A value is "1", the letter of the algorithm, its parameters with commas between, ";", and then numbers of 8 bytes
-- (IEEE 754, little-endian): the tick until which the key lives at least, the tick until which it is blocked (below 0:
-- counters.lua says what), and the state. "1" is the version of this form: a value that begins otherwise belongs to a later
-- release, or to somebody else. It is never written over, and neither is one with numbers that cannot be.
