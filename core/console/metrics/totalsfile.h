// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/metrics/queuetotals.h"

#include <QString>

namespace dueline {

/// The totals of a connection between two calls of a program: `$XDG_STATE_HOME/dueline/metrics/…json`, for its owner
/// alone. When it is lost, the counters begin anew, as those of a program that was started again.
class TotalsFile
{
public:
    /// `connection`: what tells connections apart.
    explicit TotalsFile(const QByteArray& connection);

    const QString& path() const { return m_path; }
    QueueTotals read() const;
    /// Where it cannot be written nothing happens.
    void write(const QueueTotals& totals) const;

private:
    QString m_path;
};

} // namespace dueline
