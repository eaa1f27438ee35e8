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

-- False for a fraction, for what is no number, and for what is so large that sums would not be exact.
local function is_number(value)
  return value >= -most and value <= most and value % 1 == 0
end

local function unpack_body(value, from)
  local numbers = {}
  for at = from, #value, 8 * most_numbers do
    local count = min(most_numbers, (#value - at + 1) / 8)
    local part = { unpack_numbers("<" .. ("d"):rep(count), value, at) }
    for i = 1, count do
      assert(is_number(part[i]))
      numbers[#numbers + 1] = part[i]
    end
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

-- Throws when the value is of a form that is not known here, or has numbers that no counter can have.
local function read_value(k, quota)
  local value = values[k]
  local head = value:match("^1%a[%d,]+;")
  local from = head == quota.head and quota or make_quota(head)
  assert(from == quota or is_quota(from))
  if from.size then assert(#value == from.size) else assert((#value - #head) % 16 == 0 and #value >= #head + 32) end
  local blocked, state = unpack_body(value, #head + 1)
  for i = 1, #state do assert(state[i] >= 0) end
  assert(not from.is_sound or from.is_sound(state))
  -- What is told of it must be such numbers too.
  assert(from.life(state, from.now) <= most and from.remaining(state, from.now) <= from.limit)
  set_counter(k, from, state, blocked)
end

-- Entries of a log that another quota may add to: what `mostNumbers` of src/algorithms/adopt.ts has room for.
local most_kept_entries = 2000

-- The same quota with another limit.
local at_limit = {}
local function quota_at(quota, limit)
  local head = quota.head:gsub("^(1%a%d+,)%d+", "%1" .. ("%d"):format(limit))
  at_limit[head] = at_limit[head] or make_quota(head)
  return at_limit[head]
end

-- When the last of so many units, taken now, would have come back; in microseconds.
local function keeps_until(quota, units)
  local state = fresh_state(quota)
  quota.penalize(state, quota.now, units)
  return (quota.now + quota.life(state, quota.now)) * quota.tick
end

-- What becomes of a counter when its policy changes, or is asked with two quotas by turns, is written in
-- src/algorithms/adopt.ts. `from` is at the limit of `to`. What a tick turned negative says in the
-- place of a block: until when the state stays as `from` counts it.
local function take_over(k, from, to, cost)
  local state, now = states[k], from.now
  local end_tick = blocks[k] < 0 and -blocks[k] or now + from.life(state, now)
  local used = from.limit - from.remaining(state, now) + cost
  local is_roomy = from.width or min(from.limit, from.window) <= most_kept_entries
  local kept = now < end_tick and is_roomy and keeps_until(from, used) or 0
  if kept > 0 and kept >= keeps_until(to, used) and kept <= most then
    from.take(state, now, cost)
    blocks[k] = -end_tick
  else
    local next_state = fresh_state(to)
    to.penalize(next_state, to.now, used)
    set_counter(k, to, next_state, 0)
  end
end

-- A span from now in ticks of who asks; in microseconds, turned negative, if he has others.
local function span_for(quota, counting, ticks)
  if ticks == 0 or counting.tick == quota.tick then return ticks end
  return now_micros - (counting.now + ticks) * counting.tick
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

-- Ticks until the counter equals a fresh one.
local function life_of(k)
  local quota = owners[k]
  return max(blocks[k] - quota.now, quota.life(states[k], quota.now))
end

-- The state, and by what it is counted, at the quota's limit; nil when what lies there cannot be read.
local function load_counter(k, quota)
  local owner = owners[k]
  if owner == quota then return states[k], quota end
  if not owner then
    local value = values[k]
    if not value then
      set_counter(k, quota, fresh_state(quota), 0)
    elseif is_failed[k] or not pcall(read_value, k, quota) then
      fail(k)
      return nil
    end
  end
  owner = owners[k]
  if owner.kind == quota.kind then
    owners[k] = quota
  elseif life_of(k) <= 0 then
    set_counter(k, quota, fresh_state(quota), 0)
  else
    return states[k], quota_at(owner, quota.limit)
  end
  return states[k], quota
end

local function touch(k)
  if not is_touched[k] then
    is_touched[k] = true
    touched[#touched + 1] = k
  end
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
  local time = ("%d"):format(time_until(lives_until, quota.tick))
  if values[k] then
    call("SET", KEYS[k], value, "PX", time)
    return
  end
  -- MGET takes a value of another type for none: that is somebody else's.
  if not call("SET", KEYS[k], value, "PX", time, "NX") then fail(k) end
end
