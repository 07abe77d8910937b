// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that most tests of the window include.

#include "tests/gui/openwindow.h"
#include "tests/precompiled.h"
#include "ui/precompiled.h"
