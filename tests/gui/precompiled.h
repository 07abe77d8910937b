// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that most window tests include.

#include "tests/gui/openwindow.h"
#include "tests/precompiled.h"
#include "ui/precompiled.h"
