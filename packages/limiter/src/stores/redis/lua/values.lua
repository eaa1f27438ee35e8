-- A value is "1", the letter of the algorithm, its parameters with commas between, ";", and then numbers of 8 bytes
-- (IEEE 754, little-endian): the tick until which the key lives at least, the tick until which it is blocked, and the
-- state. "1" is the version of this form: a value that begins otherwise belongs to a later release, or to somebody else,
-- and is never written over.
local function make_quota(head, parameters)
  local quota = algorithms[head:sub(2, 2)](parameters)
  quota.head = head
  quota.tick = parameters[1]
  quota.now = floor(now_micros / parameters[1])
  if quota.width then
    quota.size = #head + 16 + 8 * quota.width
    quota.format = "<c" .. #head .. ("d"):rep(2 + quota.width)
  end
  return quota
end

local now_ms = floor(now_micros / 1000)
local step_ms = 250
local texts = {}

-- What a key has to live so that it does not go before a tick. In steps, since a number is dear to write out; one
-- millisecond more, since the server read its own clock before the script did.
local function time_until(tick, quota)
  local steps = ceil((ceil(tick * quota.tick / 1000) - now_ms + 1) / step_ms)
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
