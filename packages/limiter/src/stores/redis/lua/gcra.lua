-- State: { due_at }, or { due_at, grains } where units do not come back one at a time.
algorithms.g = function(p)
  local limit, period, refill = p[2], p[3], p[4]
  local has_grains = refill ~= 1
  local most = limit * period
  local own = { limit = limit, width = has_grains and 2 or 1, parameter_count = 4, has_product = true }

  local function grains_of(s)
    return has_grains and s[2] or 0
  end

  local function owed_at(s, now)
    local ahead = s[1] - now
    return ahead < 0 and 0 or ahead * refill + grains_of(s)
  end

  local function store(s, tick, grains)
    local ticks = has_grains and floor(grains / refill) or grains
    s[1] = tick + ticks
    if has_grains then s[2] = grains - ticks * refill end
  end

  local function wait(s, now, cost)
    local room = (limit - cost) * period - grains_of(s)
    return max(0, s[1] - now - (has_grains and floor(room / refill) or room))
  end

  function own.take(s, now, cost)
    local pause = wait(s, now, cost)
    if pause > 0 then return pause end
    local due_at = s[1]
    store(s, max(now, due_at), (now > due_at and 0 or grains_of(s)) + cost * period)
    return 0
  end

  function own.remaining(s, now)
    return max(0, floor((most - owed_at(s, now)) / period))
  end

  function own.life(s, now)
    return max(0, s[1] + (grains_of(s) > 0 and 1 or 0) - now)
  end

  function own.refund(s, now, cost, taken_at)
    local owed = owed_at(s, now)
    local left = cost * period - max(0, now - taken_at) * refill
    local back = max(0, min(left, owed))
    if back > 0 then store(s, now, owed - back) end
    return ceil(back / period)
  end

  function own.penalize(s, now, cost)
    local owed = owed_at(s, now)
    if owed < most then store(s, now, min(most, owed + cost * period)) end
  end

  own.wait = wait
  return own
end
