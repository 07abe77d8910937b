-- Refuses a queue with a different layout version. Uses metaKey.
local version = try('HGET', metaKey, 'version')
if type(version) == 'table' then
  return damaged('meta')
end
if version and version ~= '1' then
  return newer(version)
end
