-- Counters, by the place of their key: read once, decided on any number of times, written once.
local owners, states, blocks = {}, {}, {}
local touched, is_touched, is_failed = {}, {}, {}

local function fresh_state(quota)
  local state = {}
  for i = 1, quota.width or 2 do state[i] = 0 end
  return state
end

-- As many numbers at a time as surely fit on Lua's stack.
local most_numbers = 128

local function unpack_body(value, from)
  local numbers = {}
  for at = from, #value, 8 * most_numbers do
    local count = min(most_numbers, (#value - at + 1) / 8)
    local part = { unpack_numbers("<" .. ("d"):rep(count), value, at) }
    for i = 1, count do numbers[#numbers + 1] = part[i] end
  end
  -- Whatever the time to live was, it is set again.
  table.remove(numbers, 1)
  return table.remove(numbers, 1), numbers
end

local function pack_body(lives_until, blocked_until, state)
  local parts = { pack("<dd", lives_until, blocked_until) }
  for first = 1, #state, most_numbers do
    local last = min(#state, first + most_numbers - 1)
    parts[#parts + 1] = pack("<" .. ("d"):rep(last - first + 1), unpack(state, first, last))
  end
  return table.concat(parts)
end

local function set_counter(k, quota, state, blocked)
  owners[k], states[k], blocks[k] = quota, state, blocked
end

-- Throws when the value is of a form that is not known here.
local function read_value(k, quota)
  local value = values[k]
  local head = value:match("^1%a[%d,]+;")
  local from = head == quota.head and quota or make_quota(head)
  if from.size then assert(#value == from.size) else assert((#value - #head) % 16 == 0 and #value >= #head + 32) end
  local blocked, state = unpack_body(value, #head + 1)
  set_counter(k, from, state, blocked)
end

-- Counters whose quota has changed, as they were: only what is taken makes the change last.
local unchanged = {}

-- What is used under the old quota, in whole units rounded up, is charged again under the new one.
local function adopt(k, to)
  local from, state, blocked = owners[k], states[k], blocks[k]
  if not unchanged[k] then unchanged[k] = { from, state, blocked } end
  local used = from.limit - from.remaining(state, from.now)
  local adopted = fresh_state(to)
  if used > 0 then to.penalize(adopted, to.now, used) end
  set_counter(k, to, adopted, ceil(blocked * from.tick / to.tick))
end

-- Ends what `adopt` began.
local function keep_change(k)
  unchanged[k] = nil
end

local function drop_change(k)
  local counter = unchanged[k]
  if counter then
    set_counter(k, unpack(counter))
    unchanged[k] = nil
  end
end

-- Ends it for what takes nothing: where more is used than the new quota could remember, the counter stays under the old one.
-- Returns by what it is counted, and its state.
local function settle_change(k)
  local counter = unchanged[k]
  if counter then
    local from = counter[1]
    local used = from.limit - from.remaining(counter[2], from.now)
    if used > owners[k].limit then drop_change(k) else keep_change(k) end
  end
  return owners[k], states[k]
end

local function fail(k)
  if not is_failed[k] then failed[#failed + 1] = k end
  is_failed[k] = true
end

-- MGET takes a value of another type for none. Where several are charged or none, that must be known before.
local is_free = {}
local function is_foreign(k)
  if not values[k] and not is_free[k] then
    is_free[k] = call("EXISTS", KEYS[k]) == 0
    return not is_free[k]
  end
  return false
end

-- The state under this quota; nil when what lies there cannot be read.
local function load_counter(k, quota)
  local owner = owners[k]
  if owner == quota then return states[k] end
  if not owner then
    local value = values[k]
    if not value then
      set_counter(k, quota, fresh_state(quota), 0)
    elseif is_failed[k] or not pcall(read_value, k, quota) then
      fail(k)
      return nil
    end
  end
  if owners[k] ~= quota then adopt(k, quota) end
  return states[k]
end

local function touch(k)
  if not is_touched[k] then
    is_touched[k] = true
    touched[#touched + 1] = k
  end
end

-- Ticks until the counter equals a fresh one.
local function life_of(k)
  local quota = owners[k]
  return max(blocks[k] - quota.now, quota.life(states[k], quota.now))
end

-- The time to live with which a key does not go before a tick, in milliseconds. Some to spare, since the server read its
-- own clock before the script did.
local function time_until(tick, micros_per_tick)
  return ceil(tick * micros_per_tick / 1000) - floor(now_micros / 1000) + spare_ms
end

-- Always with its whole time to live: a key that has lost it gets it back.
local function write_counter(k)
  local quota, state = owners[k], states[k]
  local life = life_of(k)
  if life <= 0 then
    if values[k] then call("DEL", KEYS[k]) end
    return
  end
  local lives_until = quota.now + life
  local value = quota.head .. pack_body(lives_until, blocks[k], state)
  local time = time_until(lives_until, quota.tick)
  if values[k] then
    call("SET", KEYS[k], value, "PX", time)
    return
  end
  -- MGET takes a value of another type for none: that is somebody else's.
  if not call("SET", KEYS[k], value, "PX", time, "NX") then failed[#failed + 1] = k end
end
