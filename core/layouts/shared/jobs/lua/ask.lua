#!lua flags=allow-oom
-- Stores a request for the client that carries out an operation. The client receives it in the reply to its next step.
-- KEYS 1: the record
-- ARGV 1: the operation; 2: `pause`, `cancel`, `pace N`, or '' to withdraw the request
-- Reply: 1, or 0 if the operation has ended or does not exist
--- @include "begin"
--- @include "putasked"
return putAsked()
