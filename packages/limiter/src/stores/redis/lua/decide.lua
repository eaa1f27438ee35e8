-- Whatever else is asked, in JSON: { how many keys uniform.lua has, heads of quotas, entries }. An entry: mode, argument,
-- how many charges, and of each charge: twice its quota's place, plus 1 in shadow; its key's place; its cost.
--
-- Answers to a refund: the units given back, per charge. To a charge or a peek: wait, remaining and life, per charge, in
-- ticks; if it was asked more than once, before that the number of answers, the last of which holds for all that follow.
local quotas, entries = {}, {}
if rest then
  for i, head_of in ipairs(rest[2]) do quotas[i] = make_quota(head_of) end
  entries = rest[3]
end

local function put_verdict(k, quota, wait)
  local state, counting = load_counter(k, quota)
  local now = counting.now
  local is_blocked = blocks[k] > now
  answers[count + 1] = wait
  answers[count + 2] = is_blocked and 0 or counting.remaining(state, now)
  answers[count + 3] = span_for(quota, counting, is_blocked and life_of(k) or counting.life(state, now))
  count = count + 3
end

local function wait_for(k, quota, cost)
  local state, counting = load_counter(k, quota)
  local now = counting.now
  local from = max(now, blocks[k])
  return span_for(quota, counting, from - now + counting.wait(state, from, cost))
end

-- Takes what is there.
local function take(k, quota, cost)
  local state, counting = load_counter(k, quota)
  if counting ~= quota then return take_over(k, counting, quota, cost) end
  blocks[k] = 0
  quota.take(state, quota.now, cost)
end

-- One counter alone. Returns whether asking once more would give the same answer.
local function decide_one(at, is_charge)
  local quota, k, cost = quotas[floor(entries[at] / 2)], entries[at + 1], entries[at + 2]
  local state, counting = load_counter(k, quota)
  local wait
  if is_charge and counting == quota and blocks[k] <= quota.now then
    wait = quota.take(state, quota.now, cost)
    if wait == 0 then blocks[k] = 0 end
  else
    wait = wait_for(k, quota, cost)
    if is_charge and wait == 0 then take_over(k, counting, quota, cost) end
  end
  local is_taken = is_charge and wait == 0
  put_verdict(k, quota, wait)
  -- What was refused is written too: a key that has lost its life gets it back.
  if is_charge then touch(k) end
  return not is_taken
end

-- Several together: all are charged, or none. A policy in shadow refuses nobody.
local function decide_all(at, n, is_charge)
  local waits = {}
  local is_refused, is_taken = false, false
  for i = at, at + 3 * n - 3, 3 do
    local quota, k, cost = quotas[floor(entries[i] / 2)], entries[i + 1], entries[i + 2]
    -- Charges before it that ask the same counter and would pass are charged first.
    for j = at, i - 3, 3 do
      if entries[j + 1] == k and waits[j] == 0 then cost = cost + entries[j + 2] end
    end
    local wait = wait_for(k, quota, cost)
    waits[i] = wait
    if wait ~= 0 and entries[i] % 2 == 0 then is_refused = true end
  end
  if is_charge and not is_refused then
    for i = at, at + 3 * n - 3, 3 do
      local quota, k = quotas[floor(entries[i] / 2)], entries[i + 1]
      if waits[i] == 0 then
        take(k, quota, entries[i + 2])
        is_taken = true
      end
    end
  end
  for i = at, at + 3 * n - 3, 3 do
    local quota, k = quotas[floor(entries[i] / 2)], entries[i + 1]
    put_verdict(k, quota, waits[i])
    if is_charge then touch(k) end
  end
  return not is_taken
end

local function is_readable(at, n)
  for i = at, at + 3 * n - 3, 3 do
    local k = entries[i + 1]
    if n > 1 and is_foreign(k) then
      fail(k)
      return false
    end
    if not load_counter(k, quotas[floor(entries[i] / 2)]) then return false end
  end
  return true
end

local function decide(at, n, times, is_charge)
  local rounds_at = count + 1
  local rounds = 0
  if times > 1 then count = count + 1 end
  if is_readable(at, n) then
    repeat
      rounds = rounds + 1
      local is_last
      if n == 1 then is_last = decide_one(at, is_charge) else is_last = decide_all(at, n, is_charge) end
    until is_last or rounds == times
  else
    rounds = 1
    for i = 1, 3 * n do answers[count + i] = 0 end
    count = count + 3 * n
  end
  if times > 1 then answers[rounds_at] = rounds end
end

-- Of one counter, without asking.
local changes = {
  [3] = function(quota, k, state, cost, taken_at)
    count = count + 1
    answers[count] = quota.refund(state, quota.now, cost, floor(taken_at / quota.tick))
  end,
  [4] = function(quota, k, state, cost)
    blocks[k] = max(0, blocks[k])
    quota.penalize(state, quota.now, cost)
  end,
  [5] = function(quota, k, state, cost, duration_ms)
    local until_tick = quota.now + ceil(duration_ms * 1000 / quota.tick)
    blocks[k] = duration_ms == 0 and 0 or max(blocks[k], until_tick)
  end,
  [6] = function(quota, k)
    set_counter(k, quota, fresh_state(quota), 0)
  end,
}

local function change(at, n, mode, argument)
  for i = at, at + 3 * n - 3, 3 do
    local quota, k = quotas[floor(entries[i] / 2)], entries[i + 1]
    local state, counting = load_counter(k, quota)
    if state then
      touch(k)
      changes[mode](counting, k, state, entries[i + 2], argument)
    elseif mode == 3 then
      count = count + 1
      answers[count] = 0
    end
  end
end

-- What uniform.lua has left.
if next_key <= plain_keys then
  local rest_of = entries
  quotas[0] = make_quota(head)
  for k = next_key, plain_keys do
    count = count + 1
    answers[count] = 1
    entries = { 0, k, cost }
    decide(1, 1, 1, true)
  end
  entries = rest_of
end

local at = 1
while entries[at] do
  local mode, argument, n = entries[at], entries[at + 1], entries[at + 2]
  if mode <= 2 then decide(at + 3, n, argument, mode == 1) else change(at + 3, n, mode, argument) end
  at = at + 3 + 3 * n
end

for _, k in ipairs(touched) do write_counter(k) end
for i, k in ipairs(failed) do answers[count + i] = k end
answers[2] = #failed
return answers
