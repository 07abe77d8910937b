// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/queuetotals.h"

#include <QString>

namespace dueline {

/// File that preserves the totals of a connection between two runs of a program:
/// `$XDG_STATE_HOME/dueline/metrics/…json`, readable by its owner only. Without the file, the counters restart from
/// zero, as after a restart of the program.
class TotalsFile
{
public:
    /// Creates a file. `connection`: text that identifies the connection.
    explicit TotalsFile(const QByteArray& connection);

    const QString& path() const { return m_path; }
    QueueTotals read() const;
    /// Writes the totals. A failure is ignored.
    void write(const QueueTotals& totals) const;

private:
    QString m_path;
};

} // namespace dueline
