-- Reads the next tasks of an operation's list as the client has found them. Uses include/bulkbegin, ARGV 12 on, seven
-- for each: the id on the list, and six layout-specific values. Provides tasks, which contains these six values by
-- position; it is empty if other tasks are next by now.
local tasks, isSame = {}, (#ARGV - 11) / 7 == size
for i = 12, #ARGV, 7 do
  tasks[#tasks + 1] = {unpack(ARGV, i + 1, i + 6)}
  isSame = isSame and ids[#tasks] == ARGV[i]
end
if not isSame then
  size, tasks = 0, {}
end
