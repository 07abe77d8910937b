// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that most tests include (see core/base/precompiled.h), and the header that combines tests into one program.

#include "core/base/precompiled.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/testmain.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
