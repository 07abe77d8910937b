#!lua flags=allow-oom,no-writes
-- Checks whether this user may run all operator actions on Horizon's data. Writes nothing.
-- KEYS 1: the `failed_jobs` key of Horizon; 2: prefix of Dueline's keys
-- Reply: 1
-- Errors: `LACKS COMMAND KEY`
--- @include "begin"
--- @include "overlay"
--- @include "horizonframe"
return 1
