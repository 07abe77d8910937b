-- Reads the next tasks in an operation's list, as located by the client. Uses include/bulkbegin and ARGV from 12 on,
-- seven values per task: its id in the list, and six layout-specific values. Provides tasks: these six values by
-- position, or nothing if the tasks are no longer the next ones.
local tasks, isSame = {}, (#ARGV - 11) / 7 == size
for i = 12, #ARGV, 7 do
  tasks[#tasks + 1] = {unpack(ARGV, i + 1, i + 6)}
  isSame = isSame and ids[#tasks] == ARGV[i]
end
if not isSame then
  size, tasks = 0, {}
end
