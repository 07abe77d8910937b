-- Returns include/jobjudge's results as a reply, with the size of the undo data: 82 bytes for a job with a short id,
-- plus its error.
local bytes = 0
for _, plan in ipairs(plans) do
  codes[plan.k] = '1'
  -- the job's other entries are removed together with this one
  for _, k in ipairs(plan.index and again[plan.id] or {}) do
    codes[k] = '1'
  end
  if kind ~= 'delete' then
    bytes = bytes + 80 + #plan.id + (kind == 'retry' and #(plan.job[errorField] or '') or 0)
  end
end
return {table.concat(codes), bytes}
