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

/// A process that adds tasks until SIGTERM, so that what is measured of the window is the window's. Writes how many the
/// server has confirmed to standard error at its end. Returns the exit code.
int runAdder(const AdderOptions& options);

} // namespace dueline::chaos
