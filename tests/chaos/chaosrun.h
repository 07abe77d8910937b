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
    QString report; ///< JSON goes here, too; empty: nowhere
    QString keep; ///< a folder for journal, server files and logs that stays; empty: a temporary one, kept after a
                  ///< violation
};

/// One run: a server with an append-only file, workers, an adder and an operator behind a proxy, faults; then
/// everything is healed, drains, and is compared with the journal. Returns the exit code: 0 when every promise held, 1
/// when not.
int runChaos(const RunOptions& options);

} // namespace dueline::chaos
