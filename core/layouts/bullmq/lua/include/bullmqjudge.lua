-- Decides which BullMQ jobs an action can change; see include/jobjudge. Additional codes: f = in a flow; n = the next
-- run of a schedule; g = in a BullMQ Pro group; u = has no due time
local setsOf = {scheduled = {'delayed', 'waiting-children'}, due = {'delayed', 'prioritized'}, failed = {'failed'}, done = {'completed'},
  trash = {'trash'}}
local jobFields = {'parentKey', 'rjk', 'gid', 'timestamp', 'ats', 'priority', 'delay', 'deid', 'atm', 'finishedOn', 'processedOn',
  kind == 'retry' and 'failedReason' or 'atm', kind == 'retry' and 'opts' or 'atm'}

-- Returns a code if the job must not be changed, or nil. `job`: the values of jobFields.
local function objection(id, set, job)
  if kind == 'edit' then
    return call('EXISTS', base .. id .. ':lock') == 1 and 'h' or nil
  elseif job[3] then
    return 'g'
  elseif set == 'waiting-children' then
    return 'f'
  elseif kind == 'retry' then
    return set ~= 'failed' and 'r' or isInFlow(id, job[1]) and 'f' or nil
  elseif kind == 'run-now' or kind == 'reschedule' then
    return set ~= 'delayed' and 'u' or isNextRun(id, job[2]) and 'n' or nil
  end
  return call('EXISTS', base .. id .. ':lock') == 1 and 'h' or isInFlow(id, job[1]) and 'f' or isNextRun(id, job[2]) and 'n' or nil
end
--- @include "jobjudge"
