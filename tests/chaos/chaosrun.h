// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "tests/chaos/checker.h"

#include <QJsonObject>

namespace dueline::chaos {

struct RunOptions
{
    quint32 seed = 1;
    int seconds = 60;
    int workers = 4;
    int faultsPerMinute = 60;
    int addsPerSecond = 600;
    Millis lease{600};
    QString report; ///< file for the results as JSON; empty: none
    /// Folder for the journal, server files and logs; empty: a temporary folder, which is kept only after a violation.
    QString keep;
};

/// Executes one run: starts a server with an append-only file, and workers, an adder and an operator that connect
/// through a proxy, and injects faults. At the end, stops all faults, drains the queues, and compares the result with
/// the journal. Returns exit code 0 if all promises were kept, otherwise 1.
int runChaos(const RunOptions& options);

} // namespace dueline::chaos
