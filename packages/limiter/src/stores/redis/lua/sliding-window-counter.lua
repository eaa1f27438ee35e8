-- State: { starts_at, inner, c0, c1, … }: c0 is s[3], and c(i) is s[3 + i].
algorithms.c = function(p)
  local limit, bucket, buckets = p[2], p[3], p[4]
  local full = limit * bucket
  local own = { limit = limit, width = 2 + buckets, parameter_count = 4, has_product = true }

  local function newest_count(s)
    local newest = s[2]
    for i = 1, buckets - 1 do newest = newest - s[3 + i] end
    return newest
  end

  function own.is_sound(s)
    return newest_count(s) >= 0
  end

  local function roll(s, now)
    local newest = newest_count(s)
    local steps = floor((now - s[1]) / bucket)
    local inner = 0
    for i = 0, buckets - 1 do
      local from = i + steps
      local count = 0
      if from == buckets then count = newest elseif from < buckets then count = s[3 + from] end
      s[3 + i] = count
      if i > 0 then inner = inner + count end
    end
    s[1] = s[1] + steps * bucket
    s[2] = inner
  end

  local function wait(s, now, cost)
    local room = limit - cost
    if room < 0 then return bucket * buckets end
    local starts_at, later, leaving = s[1], s[2], s[3]
    local i = 1
    while later > room do
      leaving = i < buckets and s[3 + i] or later
      later = later - leaving
      starts_at = starts_at + bucket
      i = i + 1
    end
    local kept = leaving == 0 and bucket or floor(((room - later) * bucket) / leaving)
    local free_at = starts_at + max(0, bucket - kept)
    return free_at > max(now, s[1]) and free_at - now or 0
  end

  local function remaining(s, now)
    local starts_at, later, leaving = s[1], s[2], s[3]
    local i = 1
    while leaving + later > 0 and now >= starts_at + bucket do
      leaving = i < buckets and s[3 + i] or later
      later = later - leaving
      starts_at = starts_at + bucket
      i = i + 1
    end
    if leaving + later == 0 then return limit end
    local used = leaving * (bucket - max(0, now - starts_at)) + later * bucket
    return max(0, floor((full - used) / bucket))
  end

  local function take(s, now, cost)
    if now >= s[1] + bucket then roll(s, now) end
    local elapsed = now - s[1]
    local inner = s[2] + cost
    local leaving = s[3] * (elapsed > 0 and bucket - elapsed or bucket)
    if leaving + inner * bucket > full then return wait(s, now, cost) end
    s[2] = inner
    return 0
  end

  function own.life(s, now)
    local ends_at, later = s[1] + bucket, s[2]
    if later == 0 and s[3] == 0 then return 0 end
    local i = 1
    while later > 0 do
      later = later - (i < buckets and s[3 + i] or later)
      ends_at = ends_at + bucket
      i = i + 1
    end
    return max(0, ends_at - now)
  end

  function own.refund(s, now, cost, taken_at)
    if now >= s[1] + bucket then roll(s, now) end
    local i = buckets + floor((taken_at - s[1]) / bucket)
    if i < 0 or i > buckets then return 0 end
    local is_newest = i == buckets
    local back = min(cost, is_newest and newest_count(s) or s[3 + i])
    if not is_newest then s[3 + i] = s[3 + i] - back end
    if i > 0 then s[2] = s[2] - back end
    return back
  end

  function own.penalize(s, now, cost)
    if now >= s[1] + bucket then roll(s, now) end
    s[2] = s[2] + min(cost, remaining(s, now))
  end

  own.take, own.wait, own.remaining = take, wait, remaining
  return own
end
