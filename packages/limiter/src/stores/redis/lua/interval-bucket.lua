-- State: { missing, since }. Token bucket that is refilled at intervals.
algorithms.i = function(p)
  local limit, period, refill = p[2], p[3], p[4]
  local own = { limit = limit, width = 2, parameter_count = 5 }

  local function until_missing(s, now, missing)
    local excess = s[1] - missing
    if excess <= 0 then return 0 end
    return max(0, s[2] + ceil(excess / refill) * period - now)
  end

  local function missing_at(s, now)
    return max(0, s[1] - max(0, floor((now - s[2]) / period)) * refill)
  end

  local function advance(s, now)
    local since = s[2]
    if now <= since then return end
    local missing = missing_at(s, now)
    s[1] = missing
    s[2] = missing == 0 and now or since + floor((now - since) / period) * period
  end

  function own.take(s, now, cost)
    if s[1] == 0 or now >= s[2] + period then advance(s, now) end
    local missing = s[1] + cost
    if missing > limit then return until_missing(s, now, limit - cost) end
    s[1] = missing
    return 0
  end

  function own.wait(s, now, cost)
    return until_missing(s, now, limit - cost)
  end

  function own.remaining(s, now)
    return max(0, limit - missing_at(s, now))
  end

  function own.life(s, now)
    return until_missing(s, now, 0)
  end

  function own.refund(s, now, cost, taken_at)
    advance(s, now)
    local refills = max(0, ceil((s[2] - taken_at) / period))
    local back = max(0, min(s[1], cost - refills * refill))
    s[1] = s[1] - back
    return back
  end

  function own.penalize(s, now, cost)
    advance(s, now)
    s[1] = max(s[1], min(limit, s[1] + cost))
  end

  return own
end
