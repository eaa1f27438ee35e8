-- One charge of one key, which most calls are when little is asked. What is not plain is left to uniform.lua, before
-- anything is written.
--
-- Returns { now, wait, remaining, life }.
if charge and #KEYS == 1 and not ARGV[3] then
  local key = KEYS[1]
  -- Of another type than text: an error, in a table.
  local value = redis.pcall("GET", key)
  local now = (now_micros - now_micros % micros_per_tick) / micros_per_tick
  local is_plain = not value
  local lives_until, blocked_until, a, b, c, wait, left, life = 0, 0, 0, 0, 0
  if value and #value == #head + 8 * (#numbers_format - 1) and value:sub(1, #head) == head then
    lives_until, blocked_until, a, b, c = unpack_numbers(numbers_format, value, #head + 1)
    -- Where there are fewer numbers, what follows is where they end, and nothing.
    b, c = b or 0, c or 0
    -- Written out, since a call would cost more. What is no number is neither more nor less than any.
    -- A block that is over must not be written back, where the clock could step back into it: decide.lua lifts it.
    is_plain = blocked_until == 0 and lives_until >= 0 and lives_until <= most
      and a >= 0 and a <= most and b >= 0 and b <= most and c >= 0 and c <= most
      and lives_until % 1 + a % 1 + b % 1 + c % 1 == 0
  end
  if is_plain then
    a, b, c, wait, left, life = charge(a, b, c, now, cost)
    is_plain = life <= most
  end
  if is_plain then
    if life > 0 then
      local is_kept = lives_until >= now + life
      if not is_kept then lives_until = now + life end
      -- As `time_until` of uniform.lua, whose making would cost more than its work.
      local micros = lives_until * micros_per_tick - now_micros
      -- Numbers go as text: Redis writes them out with 17 digits, which is dear.
      if is_kept and (call("PTTL", key) - spare_ms) * 1000 >= micros then
        -- To ask for a time to live and write into the value is cheaper than to set both.
        call("SETRANGE", key, ("%d"):format(#head + 16), pack("<" .. numbers_format:sub(4), a, b, c))
      else
        local time = (micros - micros % 1000) / 1000 + 1 + spare_ms
        call("SET", key, head .. pack(numbers_format, lives_until, 0, a, b, c), "PX", ("%d"):format(time))
      end
    elseif value then
      call("DEL", key)
    end
    return { now_micros, wait, left, life }
  end
end
