-- Counts the tasks that an import adds in its record, in the same call, so that the count is right even if the program
-- crashes.
-- Uses `codes`, a code per task: 1 added. Defines countArrived.

-- `recordKey`: the record of the import. Nothing is counted if there is no such record.
local function countArrived(recordKey)
  local added = 0
  for i = 1, #codes do
    added = added + (codes[i] == '1' and 1 or 0)
  end
  local record = added > 0 and try('HMGET', recordKey, 'at')
  if record and record[1] then
    call('HINCRBY', recordKey, 'arrived', added)
  end
end
