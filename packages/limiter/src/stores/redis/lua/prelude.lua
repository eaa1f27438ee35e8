-- One call decides a whole batch at one instant. KEYS: the counters, each once. ARGV[1]: JSON, made by batch.ts.
local call = redis.call
local floor, ceil, min, max = math.floor, math.ceil, math.min, math.max
local pack, unpack_numbers = struct.pack, struct.unpack

-- Microseconds since 1970, exact below 2^53. Tests put another clock in the place of the next line, and only that.
local clock = call("TIME")
local now_micros = clock[1] * 1000000 + clock[2]

-- Makers of algorithms, by the letter that a stored value begins with. Each makes the same arithmetic as the file of
-- its name in src/algorithms, on the same state, counted from 1, and with the same parameters, which that file documents.
local algorithms = {}
