-- Expands leases to lists of ids and tokens. The leases are given as groups `token, n, id…`, starting at
-- ARGV[firstGroup].
local ids, tokens = {}, {}
do
  local i, size, last = firstGroup, 0, #ARGV
  while i <= last do
    local token, members = ARGV[i], tonumber(ARGV[i + 1])
    for j = i + 2, i + 1 + members do
      size = size + 1
      ids[size] = ARGV[j]
      tokens[size] = token
    end
    i = i + 2 + members
  end
end
