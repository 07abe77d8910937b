// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/leases/leasemodel.h"
#include "ui/panels/leases/workermodel.h"
#include "ui/presenters/pollingfeed.h"

#include <QSet>

namespace dueline {

/// Feed of a connection's workers and leases, active while a view shows them. It reads every two seconds, or less often
/// if reads are slow. Leases are read page by page. Only the first `limit()` leases are stored, but all are counted.
class LeaseFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{2'000};
    static constexpr qint64 shownAtFirst = 500;

    explicit LeaseFeed(QObject* parent = nullptr);

    /// Shows a connection's leases, starting with the first page, or nothing if `connection` is null.
    void show(Connection* connection);
    /// Limits the list to one worker's leases; an empty name lists all workers' leases.
    void setWorker(const QByteArray& worker);
    const QByteArray& worker() const { return m_worker; }
    void showMore();
    qint64 limit() const { return m_limit; }

    const std::vector<WorkerRow>& workers() const { return m_workers; }
    /// Returns the first limit() of all total() leases, sorted by end time.
    const std::vector<LeaseRow>& leases() const { return m_leases; }
    qint64 total() const { return m_total; }
    /// Returns whether the first answer to the current request has arrived.
    bool isLoaded() const { return m_loaded; }

Q_SIGNALS:
    void changed();

private:
    struct Scan;

    void meetNewQueues();
    void ask() override;
    void take(Scan walk);
    void again();

    QByteArray m_worker;
    qint64 m_limit = shownAtFirst;
    QSet<QueueName> m_read; ///< queues included in the last read
    bool m_loaded = false;
    std::vector<WorkerRow> m_workers;
    std::vector<LeaseRow> m_leases;
    qint64 m_total = 0;
    QHash<QByteArray, Millis> m_longest; ///< longest remaining time observed for each lease
};

} // namespace dueline
