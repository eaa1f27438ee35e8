-- Sends the requests of a plan file in turn and prints the totals as one JSON object.
-- Arguments: the plan file, and "true" to look at the status of every answer.

local method, expected, number, body, head_end -- of this thread
local paths = {}
local next_path
local thread

function setup(t)
  thread = t
end

local function read_plan(file)
  method = file:read("*l")
  expected = tonumber(file:read("*l"))
  number = tonumber(file:read("*l"))
  body = file:read("*l")
  local headers = {}
  for line in file:lines() do
    if line == "" then break end
    headers[#headers + 1] = line .. "\r\n"
  end
  for line in file:lines() do
    paths[#paths + 1] = line
  end
  return table.concat(headers)
end

local function follow()
  local path = paths[next_path]
  next_path = next_path % #paths + 1
  return method .. " " .. path .. head_end
end

local function send()
  local text = body:gsub("{n}", number)
  number = number + 1
  return follow() .. "Content-Length: " .. #text .. "\r\n\r\n" .. text
end

local function count(status)
  if status ~= expected then
    unexpected = unexpected + 1
  end
end

function init(args)
  local file = assert(io.open(args[1], "r"))
  local headers = read_plan(file)
  file:close()
  -- Before it begins, wrk asks for one request that it does not send, to see whether requests are pipelined.
  next_path = #paths
  number = number - 1
  -- Globals, so that "done" can read them: it runs in a Lua state of its own.
  unexpected = 0
  expects_refusal = expected >= 400
  head_end = " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n" .. headers
  if method == "GET" then head_end = head_end .. "\r\n" end
  request = method == "GET" and follow or send
  -- Only a global "response" makes wrk read the head of every answer.
  if args[2] == "true" then response = count end
end

function done(summary, latency)
  local failed = summary.errors
  local wrong = thread:get("unexpected")
  -- wrk counts every answer of 400 and above as an error, whether it was expected or not.
  local refused = thread:get("expects_refusal") and 0 or failed.status
  io.write(string.format(
    '{"requests":%d,"errors":%d,"seconds":%.6f,"p99Ms":%.3f}\n',
    summary.requests,
    failed.connect + failed.read + failed.write + failed.timeout + math.max(wrong, refused),
    summary.duration / 1e6,
    latency:percentile(99) / 1e3
  ))
end
