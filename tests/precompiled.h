// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What most tests include anyway, see core/base/precompiled.h, and what makes them one program.

#include "core/base/precompiled.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/testmain.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
