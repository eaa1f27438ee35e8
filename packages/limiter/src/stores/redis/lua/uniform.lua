-- Much of a call is of one policy, with one charge of one cost for each key. ARGV: the head of its values ("*" when nothing
-- is like that), the cost, and what else is asked (decide.lua says how) or nothing. The keys of this come first. What is
-- not plain (a changed policy, a block, a long state) is left to decide.lua, from its key on.
--
-- Answers: how many keys in a row have this one, wait, remaining, life.

-- By the place of their key. Of another type than text: none.
local values = #KEYS > 0 and call("MGET", unpack(KEYS)) or {}

-- What the call returns: { now, how many keys failed, answers in their order, keys that failed }. A key fails when
-- something lies under it that cannot be read.
local answers = { now_micros, 0 }
local count = 2
local failed = {}

local rest = ARGV[3] and cjson.decode(ARGV[3])
local plain_keys = rest and rest[1] or #KEYS
local next_key = 1

-- From so many keys on, an existing key keeps its time to live while that is long enough, which is cheaper than to set it
-- again; so it is given more than it needs, but not for long: it takes memory. A key that has lost its time to live gets
-- it back when that would have been over; in a smaller call at once.
local crowd = 9
local most_slack_micros = 5000000
-- Times to live are set in such steps in a crowd: a number is dear to write out.
local step_ms = 250

-- The time to live with which a key does not go before a tick: in milliseconds, rounded up. Some to spare, since the server
-- read its own clock before the script did.
local function time_until(tick, micros_of_tick)
  local micros = tick * micros_of_tick - now_micros
  return (micros - micros % 1000) / 1000 + 1 + spare_ms
end

if charge then
  local size = #head + 8 * (#numbers_format - 1)
  local state_format = "<" .. numbers_format:sub(4)
  local value_format = "<c" .. #head .. numbers_format:sub(2)
  local now = (now_micros - now_micros % micros_per_tick) / micros_per_tick
  local is_crowd = plain_keys >= crowd
  local slack = is_crowd and math.ceil(math.min(span, most_slack_micros / micros_per_tick)) or 0
  local fresh, fresh_text, fresh_time
  -- Keys in a row with the same value are decided once.
  local last_value, life, is_kept, text, time
  local time_texts = is_crowd and {}
  local state_at = is_crowd and tostring(#head + 16)
  for k = 1, plain_keys do
    local value = values[k]
    if value ~= last_value then
      local lives_until, blocked_until, a, b, c = 0, 0, 0, 0, 0
      if value then
        if #value ~= size then break end
        local own_head
        own_head, lives_until, blocked_until, a, b, c = unpack_numbers(value_format, value)
        -- As in one-key.lua.
        if own_head ~= head or blocked_until ~= 0 then break end
        b, c = b or 0, c or 0
        local is_known = lives_until >= 0 and lives_until <= most
          and a >= 0 and a <= most and b >= 0 and b <= most and c >= 0 and c <= most
          and lives_until % 1 + a % 1 + b % 1 + c % 1 == 0
        if not is_known then break end
      end
      last_value = value
      local wait, left
      a, b, c, wait, left, life = charge(a, b, c, now, cost)
      if life > most then break end
      answers[count + 2], answers[count + 3] = wait, left
      answers[count + 1], answers[count + 4] = 0, life
      count = count + 4
      is_kept = value and is_crowd and lives_until >= now + life
      if is_kept then
        text = pack(state_format, a, b, c)
      elseif value or not fresh_text then
        lives_until = now + life + slack
        text = pack(value_format, head, lives_until, 0, a, b, c)
        time = time_until(lives_until, micros_per_tick)
        if is_crowd then
          local steps = (time - time % step_ms) / step_ms + 1
          time = time_texts[steps]
          if not time then
            time = tostring(steps * step_ms)
            time_texts[steps] = time
          end
        end
        if not value then fresh_text, fresh_time = text, time end
      end
    end
    answers[count - 3] = answers[count - 3] + 1
    next_key = k + 1
    if life == 0 then
      if value then call("DEL", KEYS[k]) end
    elseif is_kept then
      call("SETRANGE", KEYS[k], state_at, text)
    elseif value then
      call("SET", KEYS[k], text, "PX", time)
    elseif is_crowd then
      fresh = fresh or {}
      fresh[#fresh + 1] = k
    elseif not call("SET", KEYS[k], fresh_text, "PX", fresh_time, "NX") then
      -- MGET takes a value of another type for none: that is somebody else's.
      failed[#failed + 1] = k
    end
  end
  if fresh then
    -- All at once, and then their times to live: cheaper than each by itself.
    local pairs_of = {}
    for i, k in ipairs(fresh) do pairs_of[2 * i - 1], pairs_of[2 * i] = KEYS[k], fresh_text end
    if call("MSETNX", unpack(pairs_of)) == 1 then
      for i = 1, #pairs_of, 2 do call("PEXPIRE", pairs_of[i], fresh_time) end
    else
      for _, k in ipairs(fresh) do
        if not call("SET", KEYS[k], fresh_text, "PX", fresh_time, "NX") then failed[#failed + 1] = k end
      end
    end
  end
  if next_key > plain_keys and not rest then
    for i, k in ipairs(failed) do answers[count + i] = k end
    answers[2] = #failed
    return answers
  end
end
