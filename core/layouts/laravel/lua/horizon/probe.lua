#!lua flags=allow-oom,no-writes
-- Asks whether this user may do all that operators do to what Horizon keeps. Writes nothing.
-- KEYS 1 the key `failed_jobs` of Horizon 2 the base of ours
-- Reply: 1
-- Errors: LACKS command key
--- @include "begin"
--- @include "overlay"
--- @include "horizonframe"
return 1
