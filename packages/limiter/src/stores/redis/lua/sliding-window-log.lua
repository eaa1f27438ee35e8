-- State: { newest, total, tick, units, tick, units, … }, oldest entry first: the ring of the memory stores, unrolled.
algorithms.l = function(p)
  local limit, window = p[2], p[3]
  -- Without a width: as many numbers as there are.
  local own = { limit = limit, window = window, parameter_count = 3 }

  local function expire(s, now)
    local time = max(now, s[1])
    local total, length = s[2], #s
    local first = 3
    while first < length and s[first] <= time - window do
      total = total - s[first + 1]
      first = first + 2
    end
    if first > 3 then
      for i = first, length do s[i - first + 3] = s[i] end
      for i = length - first + 4, length do s[i] = nil end
    end
    s[1], s[2] = time, total
    return time
  end

  local function append(s, time, units)
    local length = #s
    s[2] = s[2] + units
    if length > 2 and s[length - 1] == time then
      s[length] = s[length] + units
    else
      s[length + 1], s[length + 2] = time, units
    end
  end

  local function wait(s, now, cost)
    local excess = s[2] + cost - limit
    if excess <= 0 then return 0 end
    for i = 3, #s, 2 do
      excess = excess - s[i + 1]
      if excess <= 0 then
        local free_at = s[i] + window
        return free_at > max(now, s[1]) and free_at - now or 0
      end
    end
    return window
  end

  function own.take(s, now, cost)
    local time = expire(s, now)
    if s[2] + cost > limit then return wait(s, now, cost) end
    append(s, time, cost)
    return 0
  end

  function own.remaining(s, now)
    local since = max(now, s[1]) - window
    local total = s[2]
    for i = 3, #s, 2 do
      if s[i] > since then break end
      total = total - s[i + 1]
    end
    return max(0, limit - total)
  end

  function own.life(s, now)
    local length = #s
    if length == 2 then return 0 end
    local free_at = s[length - 1] + window
    return free_at > max(now, s[1]) and free_at - now or 0
  end

  function own.refund(s, now, cost, taken_at)
    expire(s, now)
    for i = #s - 1, 3, -2 do
      if s[i] < taken_at then return 0 end
      if s[i] == taken_at then
        local back = min(cost, s[i + 1])
        s[2] = s[2] - back
        s[i + 1] = s[i + 1] - back
        if s[i + 1] == 0 then
          table.remove(s, i)
          table.remove(s, i)
        end
        return back
      end
    end
    return 0
  end

  function own.penalize(s, now, cost)
    local time = expire(s, now)
    local units = min(cost, limit - s[2])
    if units > 0 then append(s, time, units) end
  end

  own.wait = wait
  return own
end
