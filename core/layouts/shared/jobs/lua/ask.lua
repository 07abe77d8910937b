#!lua flags=allow-oom
-- Notes what is asked of whoever carries an operation out: its next step is told.
-- KEYS 1 the record
-- ARGV 1 the operation 2 `pause`, `cancel`, `pace N`, or '' for nothing any more
-- Reply: 1, or 0 when it has ended or is not there
--- @include "begin"
--- @include "putasked"
return putAsked()
