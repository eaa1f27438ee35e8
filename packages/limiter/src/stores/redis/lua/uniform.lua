-- Most calls are of one policy, with one charge of one cost for each key. ARGV: the head of its values, the cost, its
-- parameters. What is not plain (a changed policy, a block, a long state) is left to decide.lua, from its key on.
local next_key = 1
local is_uniform = ARGV[1] ~= "*"
local uniform_quota, uniform_cost

-- From so many keys on, an existing key keeps its time to live while that is long enough, which is cheaper than to set it
-- again; so it is given more than it needs, but not for long: it takes memory. A key that has lost its time to live gets
-- it back when that would have been over; in a smaller call at once.
local crowd = 9
local most_slack_micros = 5000000

local function write_fresh_keys(keys_and_values, places, times, n)
  if n > 1 and call("MSETNX", unpack(keys_and_values)) == 1 then
    for i = 1, n do call("PEXPIRE", keys_and_values[2 * i - 1], times[i]) end
  else
    for i = 1, n do write_fresh(places[i], keys_and_values[2 * i], times[i]) end
  end
end

local function decide_uniform()
  local quota, cost = uniform_quota, uniform_cost
  local head, size, format, now = quota.head, quota.size, quota.format, quota.now
  local take, remaining, life_of = quota.take, quota.remaining, quota.life
  local is_crowd = #KEYS >= crowd
  local slack = is_crowd and min(quota.span, floor(most_slack_micros / quota.tick)) or 0
  local fresh, fresh_places, fresh_times, fresh_count = {}, {}, {}, 0
  local state = {}
  for k = 1, #KEYS do
    local value = values[k]
    local lives_until, blocked_until = 0, 0
    if not value then
      state[1], state[2], state[3] = 0, 0, 0
    else
      if #value ~= size then break end
      local own_head
      own_head, lives_until, blocked_until, state[1], state[2], state[3] = unpack_numbers(format, value)
      if own_head ~= head or blocked_until > now then break end
    end
    local wait = take(state, now, cost)
    local life = life_of(state, now)
    answers[count + 1], answers[count + 2], answers[count + 3] = wait, remaining(state, now), life
    count = count + 3
    next_key = k + 1
    if life > 0 then
      local is_kept = is_crowd and lives_until >= now + life
      if not is_kept then lives_until = now + life + slack end
      local new = pack(format, head, lives_until, 0, state[1], state[2], state[3])
      if is_kept then
        call("SET", KEYS[k], new, "KEEPTTL")
      elseif value then
        call("SET", KEYS[k], new, "PX", time_until(lives_until, quota))
      else
        fresh_count = fresh_count + 1
        fresh[2 * fresh_count - 1], fresh[2 * fresh_count] = KEYS[k], new
        fresh_places[fresh_count], fresh_times[fresh_count] = k, time_until(lives_until, quota)
      end
    elseif value then
      call("DEL", KEYS[k])
    end
  end
  if fresh_count > 0 then write_fresh_keys(fresh, fresh_places, fresh_times, fresh_count) end
end

if is_uniform then
  local parameters = {}
  for i = 3, #ARGV do parameters[i - 2] = tonumber(ARGV[i]) end
  uniform_quota, uniform_cost = make_quota(ARGV[1], parameters), tonumber(ARGV[2])
  -- What fits into the three numbers that are unpacked.
  if uniform_quota.width and uniform_quota.width <= 3 then decide_uniform() end
  if next_key > #KEYS then return finish() end
end
