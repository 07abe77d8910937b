-- Returns whether a precedes b in byte order, as Redis sorts members; `<` would use the server's locale.
local function before(a, b)
  local shorter = math.min(#a, #b)
  for i = 1, shorter do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then
      return x < y
    end
  end
  return #a < #b
end
