-- Decides which Bull jobs an action can change; see include/jobjudge. Additional codes: l = delayed by a rate limit; n
-- = next run of a repeating job; p = the list is too long to insert into its middle; u = has no due time
local setsOf = {scheduled = {'delayed'}, due = {'delayed'}, failed = {'failed'}, done = {'completed'}, trash = {'trash'}}
local jobFields = {'retriedOn', 'name', 'stalledCounter', 'timestamp', 'processedOn', 'priority', 'delay', 'deid', 'attemptsMade',
  'finishedOn', kind == 'retry' and 'failedReason' or 'name', kind == 'retry' and 'opts' or 'name'}
--- @include "placescost"
-- number of jobs in this call to insert into the middle of the list of waiting jobs
local placed = 0

-- Returns a code if the job must not be changed, or nil. `job`: the values of jobFields.
local function objection(id, set, job)
  if kind == 'edit' then
    return call('EXISTS', base .. id .. ':lock') == 1 and 'h' or nil
  elseif kind == 'retry' then
    return set ~= 'failed' and 'r' or call('EXISTS', base .. id .. ':lock') == 1 and 'h' or nil
  elseif set == 'delayed' and isLimited(id) then
    return 'l'
  elseif kind == 'run-now' then
    if set == 'delayed' and priorityOf(job[6]) ~= 0 then
      if isTooLong(placed + 1) then
        return 'p'
      end
      placed = placed + 1
    end
    return set ~= 'delayed' and 'u' or nil
  elseif kind == 'reschedule' then
    return set ~= 'delayed' and 'u' or isNextRun(id) and 'n' or nil
  end
  return call('EXISTS', base .. id .. ':lock') == 1 and 'h' or isNextRun(id) and 'n' or nil
end
--- @include "jobjudge"
