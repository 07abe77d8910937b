#!lua flags=allow-oom
-- Undoes one step of an operation on a described queue. Reverses either all of a task's changes, or none if any of
-- their results has changed since. Records its own undo data, so an undo can be undone.
-- KEYS 1: a key of the queue; 2: prefix of Dueline's keys
-- ARGV 1: the operation to undo; 2: the undo's own id; 3: unused; 4: the operator; 5: maximum number of tasks
-- Reply: see include/undoend
-- Errors: `HELD OPERATOR MS`, GONE, `REFUSED REASON`, `DAMAGED = KEY`, `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "describedchanges"
--- @include "undobegin"
-- Undo at least one task, and further ones up to a megabyte of stored data, so that the step stays short.
local bytes, mostBytes = 0, 1048576
for i = 1, #was do
  local size = was[i][3] == 'discarded' and try('HSTRLEN', overlay .. 'trash:' .. was[i][1], 'was') or 0
  bytes = bytes + (type(size) == 'number' and size or 0)
  if i > 1 and bytes > mostBytes then
    was = {unpack(was, 1, i - 1)}
    break
  end
end
local wrong = objectionToOurs()
for _, one in ipairs(was) do
  local changes = one[2]
  if one[3] == 'discarded' then
    local fields = inTrash(one[1])
    changes = fields and cmsgpack.unpack(fields.was) or {}
  end
  for _, change in ipairs(changes) do
    wrong = wrong or objectionTo(change[1], change[2])
  end
end
if wrong then
  return wrong
end
local back = {'undo'}
for _, one in ipairs(was) do
  if one[3] == 'discarded' then
    local done = restore(one[1])
    if done then
      restored = restored + 1
      back[#back + 1] = done
    end
  else
    local isTurned, changes = turnAll(one[2])
    if isTurned then
      local written = {one[1], changes, ''}
      if one[3] == 'restored' then -- return the task to the trash, under a different name if its previous one is in use
        local name = freeTrashName(one[1])
        intoTrash(name, one[4], one[5], one[6])
        written = {name, {}, 'discarded'}
      end
      restored = restored + 1
      back[#back + 1] = written
    end
  end
end
finish()
movedOn = #was - restored
if #back > 1 then
  call('RPUSH', undoKey .. ':was', cmsgpack.pack(back))
  call('PEXPIRE', undoKey .. ':was', undoKept)
end
--- @include "undoend"
