-- Returns whether a job's options, given as JSON, make it run before the jobs already waiting.
local function isLifo(opts)
  if not opts or not string.find(opts, '"lifo"', 1, true) then
    return false
  end
  local isJson, read = pcall(cjson.decode, opts)
  return isJson and type(read) == 'table' and read.lifo == true
end
