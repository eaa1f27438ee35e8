-- One call decides a whole batch at one instant. KEYS: the counters, each once. ARGV: uniform.lua and decide.lua say.
local call = redis.call
local floor, ceil, min, max = math.floor, math.ceil, math.min, math.max
local pack, unpack_numbers = struct.pack, struct.unpack

-- Microseconds since 1970, exact below 2^53. Tests put another clock in the place of the next line, and only that.
local clock = call("TIME")
local now_micros = clock[1] * 1000000 + clock[2]

-- By the place of their key. Of another type than text: none.
local values = #KEYS > 0 and call("MGET", unpack(KEYS)) or {}

-- What the call returns: { now, how many keys failed, answers in their order, keys that failed }. A key fails when
-- something lies under it that cannot be read.
local answers = { now_micros, 0 }
local count = 2
local failed = {}

local function finish()
  for i, k in ipairs(failed) do answers[count + i] = k end
  answers[2] = #failed
  return answers
end

-- Makers of algorithms, by the letter that a stored value begins with. Each makes the same arithmetic as the file of
-- its name in src/algorithms, on the same state, counted from 1, and with the same parameters, which that file documents.
-- `span`: ticks in which everything that can be taken comes back.
local algorithms = {}
