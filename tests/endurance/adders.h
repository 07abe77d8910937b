// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline::chaos {

struct AdderOptions
{
    QString url;
    QString journal;
    quint32 seed = 1;
    int perSecond = 1000;
};

/// Runs as a process that adds tasks until SIGTERM, so that measurements of the window's process exclude adding. At the
/// end, writes the number of confirmed tasks to stderr. Returns the exit code.
int runAdder(const AdderOptions& options);

} // namespace dueline::chaos
