-- Most calls are of one policy, with one charge of one cost for each key. ARGV: the head of its values, the cost, its
-- parameters. What is not plain (a changed policy, a block, a long state) is left to decide.lua, from its key on.
local next_key = 1
local is_uniform = ARGV[1] ~= "*"

-- From so many keys on, an existing key keeps its time to live while that is long enough, which is cheaper than to set it
-- again; so it is given more than it needs, but not for long: it takes memory. A key that has lost its time to live gets
-- it back when that would have been over; in a smaller call at once.
local crowd = 9
local most_slack_micros = 5000000

-- All at once, and their times to live afterwards: cheaper than each by itself.
local function write_crowd(keys_and_values, places, times)
  if call("MSETNX", unpack(keys_and_values)) == 1 then
    for i, time in ipairs(times) do call("PEXPIRE", keys_and_values[2 * i - 1], time) end
  else
    for i, time in ipairs(times) do write_fresh(places[i], keys_and_values[2 * i], time) end
  end
end

if charge then
  local head, cost = ARGV[1], tonumber(ARGV[2])
  local size = #head + 16 + 8 * width
  local format = "<c" .. #head .. (width == 1 and "ddd" or width == 2 and "dddd" or "ddddd")
  local now = floor(now_micros / micros_per_tick)
  local is_crowd = #KEYS >= crowd
  local slack = is_crowd and ceil(min(span, most_slack_micros / micros_per_tick)) or 0
  local fresh, places, times
  if is_crowd then
    fresh, places, times = {}, {}, {}
  end
  for k = 1, #KEYS do
    local value = values[k]
    local lives_until, a, b, c = 0, 0, 0, 0
    if value then
      if #value ~= size then break end
      local own_head, blocked_until
      own_head, lives_until, blocked_until, a, b, c = unpack_numbers(format, value)
      if own_head ~= head or blocked_until > now then break end
    end
    local wait, remaining, life
    a, b, c, wait, remaining, life = charge(a, b, c, now, cost)
    answers[count + 1], answers[count + 2], answers[count + 3] = wait, remaining, life
    count = count + 3
    next_key = k + 1
    if life == 0 then
      if value then call("DEL", KEYS[k]) end
    elseif is_crowd and lives_until >= now + life then
      call("SET", KEYS[k], pack(format, head, lives_until, 0, a, b, c), "KEEPTTL")
    else
      lives_until = now + life + slack
      local new = pack(format, head, lives_until, 0, a, b, c)
      local time = time_until(lives_until, micros_per_tick)
      if value then
        call("SET", KEYS[k], new, "PX", time)
      elseif is_crowd then
        local n = #places + 1
        fresh[2 * n - 1], fresh[2 * n], places[n], times[n] = KEYS[k], new, k, time
      else
        write_fresh(k, new, time)
      end
    end
  end
  if is_crowd and #places > 0 then write_crowd(fresh, places, times) end
  if next_key > #KEYS then return finish() end
end
