// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What most tests of the programs include anyway.

#include "tests/integration/duectlprogram.h"
#include "tests/precompiled.h"
#include "tests/support/redisserver.h"
