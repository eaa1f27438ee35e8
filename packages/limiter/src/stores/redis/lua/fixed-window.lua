-- State: { count, ends_at }.
algorithms.f = function(p)
  local limit, window, is_aligned = p[2], p[3], p[4] == 0
  local own = { limit = limit, width = 2, parameter_count = 4, may_end_in_0 = true }

  -- Below 0 where more was taken before the limit was lowered.
  local function left(s, now)
    return now < s[2] and limit - s[1] or limit
  end

  local function take(s, now, cost)
    local ends_at = s[2]
    local is_inside = now < ends_at
    local count = is_inside and s[1] + cost or cost
    if count > limit then return is_inside and ends_at - now or window end
    s[1] = count
    if not is_inside then s[2] = window + (is_aligned and floor(now / window) * window or now) end
    return 0
  end

  function own.wait(s, now, cost)
    if cost <= left(s, now) then return 0 end
    return now < s[2] and s[2] - now or window
  end

  function own.life(s, now)
    return s[1] == 0 and 0 or max(0, s[2] - now)
  end

  function own.refund(s, now, cost, taken_at)
    local ends_at = s[2]
    if now >= ends_at or taken_at >= ends_at or taken_at < ends_at - window then return 0 end
    local count = s[1]
    local back = min(cost, count)
    s[1] = count - back
    if back == count and not is_aligned then s[2] = max(now, ends_at - window) end
    return back
  end

  function own.penalize(s, now, cost)
    local units = min(cost, left(s, now))
    if units > 0 then take(s, now, units) end
  end

  function own.remaining(s, now)
    return max(0, left(s, now))
  end

  own.take = take
  return own
end
