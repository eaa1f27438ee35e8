-- State: { level, newest }. Token bucket with continuous refill, and leaky bucket.
algorithms.t = function(p)
  local limit, period, refill = p[2], p[3], p[4]
  local full = limit * period
  local own = { limit = limit, width = 2, parameter_count = 4, has_product = true }

  local function fallen(level, ticks)
    local left = level - ticks * refill
    return left > 0 and left or 0
  end

  local function advance(s, now)
    local newest = s[2]
    if now <= newest then return newest end
    s[1] = fallen(s[1], now - newest)
    s[2] = now
    return now
  end

  function own.take(s, now, cost)
    local time = advance(s, now)
    local risen = s[1] + cost * period
    if risen <= full then
      s[1] = risen
      return 0
    end
    return time - now + ceil((risen - full) / refill)
  end

  function own.wait(s, now, cost)
    local excess = s[1] + cost * period - full
    return excess > 0 and max(0, s[2] + ceil(excess / refill) - now) or 0
  end

  function own.remaining(s, now)
    return max(0, floor((full - fallen(s[1], max(0, now - s[2]))) / period))
  end

  function own.life(s, now)
    local level = s[1]
    return level == 0 and 0 or max(0, s[2] + ceil(level / refill) - now)
  end

  function own.refund(s, now, cost, taken_at)
    local time = advance(s, now)
    local back = min(fallen(cost * period, max(0, time - taken_at)), s[1])
    s[1] = s[1] - back
    return ceil(back / period)
  end

  function own.penalize(s, now, cost)
    advance(s, now)
    s[1] = max(s[1], min(full, s[1] + cost * period))
  end

  return own
end
algorithms.b = algorithms.t
