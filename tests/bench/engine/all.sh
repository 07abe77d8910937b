#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the complete table for RESULTS.md on this machine, in about eight minutes; --small: a quick run in two minutes.
# For all options, see table.py --help.
exec python3 "$(dirname "$0")/table.py" "$@"
