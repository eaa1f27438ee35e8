-- One call decides a whole batch at one instant. KEYS: the counters, each once. ARGV: uniform.lua and decide.lua say.
--
-- Closures and tables are what a short call costs most of, so whatever only a few calls need comes after uniform.lua,
-- which ends most of them.
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

-- A value is "1", the letter of the algorithm, its parameters with commas between, ";", and then numbers of 8 bytes
-- (IEEE 754, little-endian): the tick until which the key lives at least, the tick until which it is blocked, and the
-- state. "1" is the version of this form: a value that begins otherwise belongs to a later release, or to somebody else,
-- and is never written over.

-- Times to live are set in such steps: a number is dear to write out, and few are remembered.
local step_ms = 250
local texts = {}

-- The time to live with which a key does not go before a tick. One millisecond more than that, since the server read its
-- own clock before the script did.
local function time_until(tick, micros_per_tick)
  local steps = ceil((ceil(tick * micros_per_tick / 1000) - floor(now_micros / 1000) + 1) / step_ms)
  local text = texts[steps]
  if not text then
    text = ("%.0f"):format(steps * step_ms)
    texts[steps] = text
  end
  return text
end

-- Writes a value where none was. MGET takes one of another type for none: that is somebody else's.
local function write_fresh(k, value, time)
  if not call("SET", KEYS[k], value, "PX", time, "NX") then failed[#failed + 1] = k end
end
