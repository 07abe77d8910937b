// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/formatting.h"

#include <QCoreApplication>

namespace dueline {

/// User-visible strings about lost tasks.
class LossWords
{
    Q_DECLARE_TR_FUNCTIONS(LossWords)

public:
    /// Returns a sentence about how many lost tasks may have run; see QueueLoss::mayHaveRun.
    static QString mayHaveRun(qint64 tasks)
    {
        return tasks == 0 ? tr("None of the lost tasks was due.")
                          : tr("Up to %1 of the lost tasks may have run.").arg(Formatting::count(tasks));
    }
};

} // namespace dueline
