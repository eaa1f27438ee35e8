local floor, ceil, min, max = math.floor, math.ceil, math.min, math.max

-- Makers of algorithms, by the letter that a stored value begins with. Each makes the same arithmetic as the file of
-- its name in src/algorithms, on the same state, counted from 1, and with the same parameters, which that file documents:
-- it says how many (parameter_count), whether the product of the second and the third has to be exact (has_product), and
-- whether the last may be 0 (may_end_in_0), as a yes or no may.
local algorithms = {}

-- An algorithm with its parameters, as the script works with it, from the head of its values.
local function make_quota(head)
  local parameters = {}
  for number in head:sub(3):gmatch("%d+") do parameters[#parameters + 1] = tonumber(number) end
  local quota = algorithms[head:sub(2, 2)](parameters)
  quota.head, quota.parameters = head, parameters
  -- Quotas of one kind differ in nothing but the limit, so that a state means the same to them.
  quota.kind = head:gsub("^(1%a%d+,)%d+", "%1")
  quota.tick = parameters[1]
  quota.now = floor(now_micros / parameters[1])
  -- Bytes of a value, where they are always so many.
  quota.size = quota.width and #head + 16 + 8 * quota.width
  return quota
end

-- Whether a policy can have it: such a head may stand before anything.
local function is_quota(quota)
  local p = quota.parameters
  if #p ~= quota.parameter_count then return false end
  for i, parameter in ipairs(p) do
    -- A limit may be 0.
    local least = (i == 2 or quota.may_end_in_0 and i == #p) and 0 or 1
    if parameter < least or parameter > most then return false end
  end
  return not quota.has_product or p[2] * p[3] <= most
end
