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
  local blocked_until, a, b, c, wait, left, life = 0, 0, 0, 0
  if value and #value == #head + 8 * (#numbers_format - 1) and value:sub(1, #head) == head then
    local _
    _, blocked_until, a, b, c = unpack_numbers(numbers_format, value, #head + 1)
    is_plain = blocked_until >= 0 and blocked_until <= now
  end
  if is_plain then
    a, b, c, wait, left, life = charge(a, b, c, now, cost)
    if life > 0 then
      local lives_until = now + life
      -- In milliseconds, rounded up. Some to spare, since the server read its own clock before the script did.
      local micros = lives_until * micros_per_tick - now_micros
      local time = (micros - micros % 1000) / 1000 + 1 + spare_ms
      local value_now = head .. pack(numbers_format, lives_until, 0, a, b, c)
      -- As a text: Redis writes numbers out with 17 digits, which is dear.
      call("SET", key, value_now, "PX", ("%d"):format(time))
    elseif value then
      call("DEL", key)
    end
    return { now_micros, wait, left, life }
  end
end
