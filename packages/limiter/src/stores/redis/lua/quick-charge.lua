-- What most calls need of an algorithm: `charge(a, b, c, now, cost)`, on a state of up to three numbers, gives the new
-- state, wait, remaining and life. It is take, remaining and life of the algorithm's own file in one, with x - x % 1
-- for floor(x) and x + -x % 1 for ceil(x), which are as exact and need no call.
--
-- ARGV[1] is the head of the values (prelude.lua), ARGV[2] the cost. What is parsed becomes a number by its use: adding 0
-- is cheaper than a call.
local head, cost = ARGV[1], ARGV[2] + 0
local letter, micros_per_tick, limit, p3, p4 = head:match("^1(%a)(%d+),(%d+),(%d+),(%d+)")
-- The form of a value's numbers, and ticks in which everything that can be taken comes back.
local numbers_format, span
local charge

if letter then
  micros_per_tick, limit, p3, p4 = micros_per_tick + 0, limit + 0, p3 + 0, p4 + 0
end

if letter == "t" or letter == "b" then
  local period, refill = p3, p4
  local full = limit * period
  numbers_format, span = "<dddd", full / refill
  function charge(level, newest, _, now, cost)
    if now > newest then
      level = level - (now - newest) * refill
      if level < 0 then level = 0 end
      newest = now
    end
    local wait, life = 0, 0
    local risen = level + cost * period
    if risen <= full then
      level = risen
    else
      local ticks = (risen - full) / refill
      wait = newest - now + ticks + -ticks % 1
    end
    if level > 0 then
      local ticks = level / refill
      life = newest - now + ticks + -ticks % 1
    end
    local left = (full - level) / period
    return level, newest, 0, wait, left > 0 and left - left % 1 or 0, life
  end
elseif letter == "f" then
  local window, is_aligned = p3, p4 == 0
  numbers_format, span = "<dddd", window
  function charge(taken, ends_at, _, now, cost)
    local is_inside = now < ends_at
    local sum = is_inside and taken + cost or cost
    if sum > limit then
      if not is_inside then return taken, ends_at, 0, window, limit, 0 end
      local left = limit > taken and limit - taken or 0
      return taken, ends_at, 0, ends_at - now, left, taken > 0 and ends_at - now or 0
    end
    if not is_inside then ends_at = window + (is_aligned and now - now % window or now) end
    return sum, ends_at, 0, 0, limit - sum, ends_at - now
  end
elseif letter == "g" then
  local period, refill = p3, p4
  local most = limit * period
  numbers_format, span = refill == 1 and "<ddd" or "<dddd", most / refill
  function charge(due_at, grains, _, now, cost)
    if refill == 1 then grains = 0 end
    local room = ((limit - cost) * period - grains) / refill
    local wait = due_at - now - (room - room % 1)
    if wait <= 0 then
      wait = 0
      if now > due_at then
        due_at, grains = now, 0
      end
      grains = grains + cost * period
      local ticks = grains / refill
      ticks = ticks - ticks % 1
      due_at = due_at + ticks
      grains = grains - ticks * refill
    end
    local ahead, left = due_at - now, limit
    if ahead >= 0 then
      left = (most - ahead * refill - grains) / period
      left = left > 0 and left - left % 1 or 0
    end
    local life = ahead + (grains > 0 and 1 or 0)
    return due_at, grains, 0, wait, left, life > 0 and life or 0
  end
elseif letter == "c" and p4 == 1 then
  local bucket = p3
  local full = limit * bucket
  numbers_format, span = "<ddddd", 2 * bucket
  function charge(starts_at, newest, oldest, now, cost)
    if now >= starts_at + bucket then
      local passed = (now - starts_at) / bucket
      local steps = passed - passed % 1
      oldest = steps == 1 and newest or 0
      newest = 0
      starts_at = starts_at + steps * bucket
    end
    local rest = bucket
    if now > starts_at then rest = starts_at + bucket - now end
    local leaving = oldest * rest
    local wait = 0
    if leaving + (newest + cost) * bucket <= full then
      newest = newest + cost
    else
      local room, start, later, left = limit - cost, starts_at, newest, oldest
      if room < 0 then
        wait = bucket
      else
        if later > room then
          start, later, left = start + bucket, 0, later
        end
        local kept = left == 0 and bucket or ((room - later) * bucket - (room - later) * bucket % left) / left
        if kept > bucket then kept = bucket end
        wait = start + bucket - kept - now
      end
    end
    local left = (full - leaving) / bucket - newest
    local life = 0
    if newest > 0 then
      life = starts_at + 2 * bucket - now
    elseif oldest > 0 then
      life = starts_at + bucket - now
    end
    return starts_at, newest, oldest, wait, left > 0 and left - left % 1 or 0, life > 0 and life or 0
  end
end
