-- Remembers a task's neighbors in a list, and puts the task back between them. `near` is {name of the task that runs
-- right before it, name of the task that runs right after it, number of tasks that run before it, time at which it
-- left, in microseconds}. A name is '' if there is no such task. Values from older programs lack the last item. Uses
-- isTail: true if workers claim from the tail rather than from the head; nameOf(value): the name of a value in the
-- list, the same for equal values; nearOf(name): the `near` of a task in the trash, or nil; keepNear(name, near):
-- stores a changed `near` of a task in the trash; valueOf(key, name, depth): the value with that name nearest to that
-- depth, and its index if values may be equal. If the tasks that left later are not put back, equal tasks can only be
-- told apart by depth, which is then off by the number of tasks ahead that have since left.
local reach, mostHops = 2000, 300
local instant = time[1] * 1000000 + time[2]
local heldMark = 'dueline:held' -- placeholder for a value while another value is inserted next to it

-- Returns the `near` of the task at an index in LINDEX order. `length`: the length of the list.
local function nearAt(key, index, length)
  local fromHead = index < 0 and length + index or index
  local depth = isTail and length - 1 - fromHead or fromHead
  local function nameAt(other)
    local value = other >= 0 and other < length and call('LINDEX', key, isTail and -other - 1 or other)
    return value and nameOf(value) or ''
  end
  return {nameAt(depth - 1), nameAt(depth + 1), depth, instant}
end

-- Sorts items so that the last to leave is put back first: its neighbors were still in the list when it left. Items
-- that left together are sorted in run order.
local function sortByLeaving(items)
  for i, item in ipairs(items) do
    item.rank, item.left = i, item.near and item.near[4] or 0
  end
  table.sort(items, function(a, b)
    if a.left ~= b.left then
      return a.left > b.left
    elseif a.left > 0 and a.near[3] ~= b.near[3] then
      return a.near[3] < b.near[3]
    end
    return a.rank < b.rank
  end)
end

-- Puts `items`, each {value =, near = or nil}, into a list. Inserts each item right after the task that ran before it,
-- or after an earlier task that is still in the list. Failing that, inserts it right before the task that ran after it,
-- or else after the last item that left with it, or else at the end that workers claim from. Inserts an item deeper
-- than `reach` next to its neighbor.
local function putInOrder(key, items)
  local length, depth, byName, known = call('LLEN', key), 0, {}, {}
  sortByLeaving(items)
  for _, item in ipairs(items) do
    item.name = nameOf(item.value)
    item.twin, byName[item.name] = byName[item.name], item
    depth = math.max(depth, item.near and item.near[3] + 200 or 0)
  end
  depth = math.min(depth, reach, length)
  local first, nodeOf, budget, added = {}, {}, 2000000, 0
  local endName = depth == length and '' -- name of the task after the last node
  do
    local values = depth == 0 and {} or isTail and call('LRANGE', key, -depth, -1) or call('LRANGE', key, 0, depth - 1)
    local last = first
    for i = 1, #values do
      local node = {value = values[isTail and #values + 1 - i or i], before = last}
      last.after, last = node, node
      node.name = nameOf(node.value)
      node.twin, nodeOf[node.name] = nodeOf[node.name], node
    end
  end

  -- Returns the node nearest to the depth `wanted`, and its distance. `nodes`: a table with the nodes as keys.
  local function nearest(nodes, wanted)
    local node, at, best, distance = first.after, 0, nil, math.huge
    while node and at - wanted < distance do
      if nodes[node] and math.abs(at - wanted) < distance then
        best, distance = node, math.abs(at - wanted)
      end
      node, at = node.after, at + 1
    end
    return best, distance
  end

  -- Returns the `near` of a task with that name that is no longer in the list. If there are several such tasks, prefers
  -- the one near the depth `wanted`.
  local function nearAway(name, wanted, asking)
    local item, other = byName[name], nil
    while item do
      if item.near and item.near ~= asking and not item.node then
        if item.near[3] == wanted and (item.near[4] or 0) >= (asking[4] or 0) then
          return item.near
        end
        other = other or item.near
      end
      item = item.twin
    end
    if other then
      return other
    end
    if known[name] == nil then
      known[name] = nearOf(name) or false
    end
    return known[name] ~= asking and known[name] or nil
  end

  -- Returns whether the neighbor with this name left that depth at the same time as this task or later.
  local function isAway(name, wanted, near)
    local away = name ~= '' and nearAway(name, wanted, near)
    return away and away[3] == wanted and (away[4] or 0) >= (near[4] or 0)
  end

  -- Returns the node of the neighbor `near[side]`, and whether the result is certain. If several nodes have that name,
  -- prefers the node at the depth `wanted` if the other neighbor is next to it or has left. Otherwise prefers a node
  -- next to the other neighbor, then the node nearest to `wanted`.
  local function nodeMeant(near, side, wanted)
    local node, all, fitting, fits = nodeOf[near[side]], {}, {}, 0
    local isOnly = node and not node.twin
    while node do
      local beside = side == 1 and node.after or side == 2 and node.before
      local name = endName
      if beside then
        name = beside == first and '' or beside.name
      end
      all[node] = true
      if name == near[3 - side] then
        fitting[node], fits = true, fits + 1
      end
      node = node.twin
    end
    local mayBeDeep = length > depth and wanted >= depth + added
    if isOnly then
      return nodeOf[near[side]], fits == 1 and not mayBeDeep
    end
    local best, distance = nearest(all, wanted)
    local isLast = best and not best.after and not endName
    if best and distance == 0 and (fitting[best] or isLast or isAway(near[3 - side], near[3] + (side == 1 and 1 or -1), near)) then
      return best, true
    elseif fits > 0 then
      return nearest(fitting, wanted), not mayBeDeep
    end
    return best, false
  end

  -- Follows `near` from task to task, up to the nearest task in the list that ran before (1) or after (2). Returns its
  -- node, whether it is the direct neighbor, and whether the result is certain.
  local function anchor(near, side)
    for hop = 1, mostHops do
      local name = near and near[side]
      if not name then
        return nil
      elseif name == '' then
        return side == 1 and first or nil, hop == 1, hop == 1
      end
      local wanted = near[3] + (side == 1 and -1 or 1)
      local node, isSure = nodeMeant(near, side, wanted)
      if isSure then
        return node, hop == 1, hop == 1
      end
      -- If there are equal tasks, the neighbor may be a task that left that depth later.
      if node and not isAway(name, wanted, near) then
        return node, hop == 1
      end
      near = nearAway(name, wanted, near)
    end
  end

  local function isBehind(node, other)
    while other and other ~= node do
      other = other.after
    end
    return other == node
  end

  -- Inserts an item next to a neighbor deeper in the list. Each search takes time proportional to the list's length.
  -- `hasEqual`: an equal task was found at a smaller depth, so a neighbor counts only if its index is known to be deep.
  local function putDeep(item, hasEqual)
    for side = 1, length > depth and item.near and item.near[3] >= reach and 2 or 0 do
      local beside, index = valueOf(key, item.near[side], item.near[3] + (side == 1 and -1 or 1) - added)
      local where = (side == 1) == isTail and 'BEFORE' or 'AFTER'
      budget = budget - length
      local isDeep = not index and not hasEqual or index and (isTail and -index - 1 or index) >= depth
      if beside and isDeep and budget > 0 then
        local fromHead = index and index < 0 and call('LLEN', key) + index or index
        if index and call('LPOS', key, beside) ~= fromHead then
          call('LSET', key, index, heldMark)
          call('LINSERT', key, where, heldMark, item.value)
          call('LINSERT', key, 'BEFORE', heldMark, beside)
          call('LREM', key, 1, heldMark)
          return true
        elseif call('LINSERT', key, where, beside, item.value) > 0 then
          return true
        end
      end
    end
  end

  local together -- most recent item put back, among the items that left together
  for _, item in ipairs(items) do
    together = together and together.left > 0 and together.left == item.left and together or nil
    local node, isNext, isSure
    if item.near then
      node, isNext, isSure = anchor(item.near, 1)
    end
    if node and not isNext and together and isBehind(together.node, node) then
      node = together.node
    elseif not node then
      local after
      if item.near then
        after, isNext, isSure = anchor(item.near, 2)
      end
      node = after and after.before
    end
    if node and isSure or not putDeep(item, node) then
      node = node or together and together.node or first
      local new = {value = item.value, name = item.name, before = node, after = node.after, isNew = true}
      if node.after then
        node.after.before = new
      end
      node.after = new
      new.twin, nodeOf[item.name] = nodeOf[item.name], new
      item.node, together, added = new, item, added + 1
    end
    -- an item that is put back later didn't record this one as its neighbor
    item.isBack = true
    for side = 1, item.near and item.left == 0 and 2 or 0 do
      local other = byName[item.near[side]]
      if other and other.near and not other.isBack then
        other.near[3 - side] = item.name
      end
    end
  end
  local values, keep, kept, there, node = {}, 0, 0, 0, first.after
  while node do
    values[#values + 1] = node.value
    if node.isNew then
      keep, kept = #values, there
    else
      there = there + 1
    end
    node = node.after
  end
  if kept > 0 then
    call(isTail and 'RPOP' or 'LPOP', key, kept)
  end
  local pushed = {}
  for i = keep, 1, -1 do
    pushed[#pushed + 1] = values[i]
    if #pushed == 1000 or i == 1 then
      call(isTail and 'RPUSH' or 'LPUSH', key, unpack(pushed))
      pushed = {}
    end
  end
  -- Neighbors in the trash may have been discarded later, while this item was not in the list, so add its name to their
  -- `near`. If an equal task is in the list, only a task that left the adjacent place counts as a neighbor.
  for _, item in ipairs(items) do
    for side = 1, item.near and 2 or 0 do
      local name = item.near[side]
      local near = name ~= '' and not byName[name] and nearOf(name)
      local isBeside = near and (not nodeOf[name] or math.abs(near[3] - item.near[3]) <= 1 and (near[4] or 0) >= item.left)
      if isBeside and near[3 - side] ~= item.name then
        near[3 - side], near[3] = item.name, near[3] + (side == 2 and 1 or 0)
        keepNear(name, near)
      end
    end
  end
end
