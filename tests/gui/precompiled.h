// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What most tests of the window include anyway.

#include "tests/gui/openwindow.h"
#include "tests/precompiled.h"
#include "ui/precompiled.h"
