-- Ends a step on an operation's list: removes the tasks from the list, and counts their results by code (1 = done, 0 =
-- not found, m = moved on; any other code is the reason for a refusal).
-- Reply: {parts left in the list, tasks read, done, skipped, how many of these were not found, refused, pending
--   request, {id, code, …}, µs, tasks, {reason, tasks, …}}. The counts are totals for the entire operation, except for
--   the eighth to tenth items.
local told, acted, reasons = {}, 0, {}
for k = 1, size do
  local code = codes[k]
  if code == '1' then
    acted = acted + 1
  elseif code == '0' then
    gone = gone + 1
  elseif code ~= 'm' then
    refusedSoFar = refusedSoFar + 1
    reasons[code] = (reasons[code] or 0) + 1
  end
  if size <= 10 or code ~= '1' then
    told[#told + 1] = ids[k]
    told[#told + 1] = code
  end
end
place, done, skipped = place + size, done + acted, skipped + size - acted
if chunk and 2 * size + 1 < #chunk then
  if size > 0 then
    call('LSET', KEYS[3], 0, cmsgpack.pack({chunk[1], unpack(chunk, 2 * size + 2)}))
  end
elseif size > 0 then
  call('LPOP', KEYS[3])
end
call('PEXPIRE', KEYS[3], ARGV[7])
local fields = {'holder', who}
for name, value in pairs({place = place, done = done, skipped = skipped, gone = gone, refused = refusedSoFar,
  held = ARGV[5] == '0' and 0 or now + ARGV[5]}) do
  fields[#fields + 1] = name
  fields[#fields + 1] = whole(value)
end
call('HSET', KEYS[4], unpack(fields))
for code, count in pairs(reasons) do
  call('HINCRBY', KEYS[4], 'refused:' .. code, count)
end
local allReasons = {}
if refusedSoFar > 0 then
  local stored = call('HGETALL', KEYS[4])
  for i = 1, #stored, 2 do
    local code = string.match(stored[i], '^refused:(.)$')
    if code then
      allReasons[#allReasons + 1] = code
      allReasons[#allReasons + 1] = stored[i + 1]
    end
  end
end
return {call('LLEN', KEYS[3]), place, done, skipped, gone, refusedSoFar, record[9] or '', told, busyFor(), size, allReasons}
