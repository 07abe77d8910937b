-- Remembers between which others a task of a list stands, and puts it back there: `near`, {name of who runs right before it, of who
-- runs right after it, how many run before it}; a name is '' where there is nobody. Uses isTail: workers take from the tail, else from
-- the head; nameOf(value): what a value of the list is called; nearOf(name): the `near` of one in the trash, or nothing;
-- keepNear(name, near): remembers another `near` of one in the trash; valueOf(key, name, depth): the value of that name, which stood so
-- deep in a list.
local reach, mostHops = 2000, 300

-- What is to be remembered of who stands at an index, as LINDEX counts. `length`: of the list.
local function nearAt(key, index, length)
  local fromHead = index < 0 and length + index or index
  local depth = isTail and length - 1 - fromHead or fromHead
  local function nameAt(other)
    local value = other >= 0 and other < length and call('LINDEX', key, isTail and -other - 1 or other)
    return value and nameOf(value) or ''
  end
  return {nameAt(depth - 1), nameAt(depth + 1), depth}
end

-- Puts `items`, each {value =, near = or nil}, into a list: right behind who ran before, as far as that one, or who ran before that, is
-- there; else right before who ran after; else next to run. One that stands deeper than `reach` is put beside its neighbour.
local function putInOrder(key, items)
  local length, depth, byName, known = call('LLEN', key), 0, {}, {}
  for _, item in ipairs(items) do
    byName[nameOf(item.value)] = item
    depth = math.max(depth, item.near and item.near[3] + 200 or 0)
  end
  depth = math.min(depth, reach, length)
  local first, nodeOf, budget = {}, {}, 2000000
  do
    local values = depth == 0 and {} or isTail and call('LRANGE', key, -depth, -1) or call('LRANGE', key, 0, depth - 1)
    local last = first
    for i = 1, #values do
      local node = {value = values[isTail and #values + 1 - i or i], before = last}
      last.after, last = node, node
      local name = nameOf(node.value)
      nodeOf[name] = nodeOf[name] or node
    end
  end

  -- Who stands there of those that ran before (1) or after (2), from `near` on.
  local function anchor(near, side)
    for _ = 1, mostHops do
      local name = near and near[side]
      if name == '' then
        return side == 1 and first or nil
      elseif not name or nodeOf[name] then
        return name and nodeOf[name]
      end
      if known[name] == nil then
        known[name] = byName[name] and byName[name].near or nearOf(name) or false
      end
      near = known[name]
    end
  end

  -- Beside a neighbour that stands deeper: each look costs as much as the list is long.
  local function putDeep(item)
    for side = 1, length > depth and item.near and item.near[3] >= reach and 2 or 0 do
      local beside, isBefore = valueOf(key, item.near[side], item.near[3]), (side == 1) == isTail
      budget = budget - length
      if beside and budget > 0 and call('LINSERT', key, isBefore and 'BEFORE' or 'AFTER', beside, item.value) > 0 then
        return true
      end
    end
  end

  for _, item in ipairs(items) do
    local node = item.near and anchor(item.near, 1)
    if not node then
      local after = item.near and anchor(item.near, 2)
      node = after and after.before
    end
    if node or not putDeep(item) then
      node = node or first
      local new = {value = item.value, before = node, after = node.after, isNew = true}
      if node.after then
        node.after.before = new
      end
      node.after = new
      nodeOf[nameOf(item.value)] = new
    end
    -- One that left after it, and is put back after it, did not know it as its neighbour.
    item.isBack = true
    for side = 1, item.near and 2 or 0 do
      local other = byName[item.near[side]]
      if other and other.near and not other.isBack then
        other.near[3 - side] = nameOf(item.value)
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
  -- Its neighbours that are in the trash may have gone there later, when it was no neighbour any more.
  for _, item in ipairs(items) do
    for side = 1, item.near and 2 or 0 do
      local name, own = item.near[side], nameOf(item.value)
      local near = name ~= '' and not byName[name] and nearOf(name)
      if near and near[3 - side] ~= own then
        near[3 - side] = own
        keepNear(name, near)
      end
    end
  end
end
