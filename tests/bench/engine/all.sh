#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The whole table of this machine in about eight minutes, for RESULTS.md; --small: a look in two. Options: table.py --help.
exec python3 "$(dirname "$0")/table.py" "$@"
