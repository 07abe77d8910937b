// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/queuetotals.h"

#include <QString>

namespace dueline {

/// File that preserves a connection's totals when the program restarts: `$XDG_STATE_HOME/dueline/metrics/…json`,
/// readable only by its owner. Without this file, the counters would restart from zero.
class TotalsFile
{
public:
    /// Creates a file. `connection`: text that identifies the connection.
    explicit TotalsFile(const QByteArray& connection);

    const QString& path() const { return m_path; }
    QueueTotals read() const;
    /// Writes the totals. Failures are ignored.
    void write(const QueueTotals& totals) const;

private:
    QString m_path;
};

} // namespace dueline
