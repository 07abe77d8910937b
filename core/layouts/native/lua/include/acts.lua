-- Operator actions by name. Each function acts on the task at position k. Uses the variables of `refs` and `moves`.
local acts = {}
local dues = {} -- for retry: the requested due times in ms, by position; nil: now

-- Returns whether the task at position k is parked: an import or a move has added it, but hasn't yet moved it to its
-- final set, which may be `done`.
local function isParked(k)
  return sets[k] == 'pending' and tonumber(scores[k]) == 253402300799000
end

function acts.discard(k)
  act(k, 'trash', nowText)
end

-- Makes a task due now or at the requested time. An overdue retrying task keeps its due time unless a time is
-- requested. Resets a failed task's attempts to zero, but never the fence.
function acts.retry(k)
  local due, entry = dues[k] or nowText, nil
  if not dues[k] and sets[k] == 'retry' and tonumber(scores[k]) < now then
    due = scores[k]
  elseif sets[k] == 'failed' and tries[k] then -- a task that expired before it started has no tries
    local counts, firstDue = splitTries(tries[k])
    entry = '0 ' .. counts.fence .. ' 0 ' .. firstDue
  end
  act(k, 'retry', due, entry)
end

acts['run-now'] = function(k)
  local isHome = sets[k] == 'home'
  local overdue = sets[k] ~= 'leased' and (isHome and homeMs(scores[k]) or tonumber(scores[k])) <= now
  if overdue and (isHome or sets[k] == 'pending') or isParked(k) then
    codes[k] = 'r'
  elseif isHome then
    act(k, 'home', string.format('%.3f', now / homeUnit))
  else
    act(k, sets[k] == 'pending' and 'pending' or 'retry', overdue and scores[k] or nowText)
  end
end

function acts.reschedule(k)
  if isParked(k) then
    codes[k] = 'r'
  else
    act(k, sets[k], details[k])
  end
end

-- Moves the task back to its previous set and score. If these are unknown, the task runs now as a retry, so that its
-- fence is not reset.
function acts.restore(k)
  local before = befores[k] and beforeOf(befores[k])
  if before and before.after == 'trash' and setKeys[before.state] and tonumber(before.score) then
    act(k, before.state, before.score)
  else
    act(k, 'retry', nowText)
  end
end
