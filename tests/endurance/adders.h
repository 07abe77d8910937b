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

/// Runs a process that adds tasks until SIGTERM, so that measurements of the window's process exclude the adding. At
/// the end, it writes the number of confirmed tasks to stderr. Returns the exit code.
int runAdder(const AdderOptions& options);

} // namespace dueline::chaos
