-- Updates an import's record in the same script call that adds its tasks, so that the count of added tasks is right
-- even if the program crashes. Uses `codes`: one code per task, where 1 means added. Defines countArrived.

-- `recordKey`: the import's record. If it does not exist, nothing is counted.
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
