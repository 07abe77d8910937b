// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/queuetotals.h"

#include <QString>

namespace dueline {

/// File that a connection's totals are restored from after a program restart, so that its counters don't restart from
/// zero: `$XDG_STATE_HOME/dueline/metrics/…json`, readable only by its owner.
class TotalsFile
{
public:
    /// Creates a file. `connection`: text that identifies the connection.
    explicit TotalsFile(const QByteArray& connection);

    const QString& path() const { return m_path; }
    QueueTotals read() const;
    /// Writes the totals. Ignores errors.
    void write(const QueueTotals& totals) const;

private:
    QString m_path;
};

} // namespace dueline
