-- What include/jobjudge found, as a reply, and how much undo would hold of it. Measured: 82 bytes a job of a short id, and its error.
local bytes = 0
for _, plan in ipairs(plans) do
  codes[plan.k] = '1'
  for _, k in ipairs(plan.index and again[plan.id] or {}) do -- another entry of it goes along
    codes[k] = '1'
  end
  if kind ~= 'delete' then
    bytes = bytes + 80 + #plan.id + (kind == 'retry' and #(plan.job[errorField] or '') or 0)
  end
end
return {table.concat(codes), bytes}
