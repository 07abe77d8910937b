-- Counts the tasks that an import adds in the import's record, in the same script call, so that the count is right even
-- if the program crashes. Uses `codes`, one code per task, in which 1 means added. Defines countArrived.

-- `recordKey`: the record of the import. If there is no such record, nothing is counted.
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
