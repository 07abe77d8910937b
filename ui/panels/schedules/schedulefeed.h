// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/schedules/schedulemodel.h"
#include "ui/presenters/pollingfeed.h"

namespace dueline {

/// Feed of the recurring tasks on a connection or in a queue, active while a view shows them. It reads every two
/// seconds, or less often if reads are slow. Even without a view, it determines whether the layout supports recurring
/// tasks as soon as the connection is online.
class ScheduleFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{2'000};

    explicit ScheduleFeed(QObject* parent = nullptr);

    /// Shows a queue, the entire connection if `queue` is empty, or nothing if `connection` is null.
    void show(Connection* connection, const QueueName& queue);
    const QueueName& queue() const { return m_queue; }

    /// Returns the rows, sorted by queue and name.
    const std::vector<ScheduleRow>& rows() const { return m_rows; }
    /// Returns whether the layout supports recurring tasks; nullopt if unknown.
    std::optional<bool> offered() const { return m_offered; }
    /// Marks the rows stale until the next read.
    void doubt() { m_isDoubted = m_loaded; }
    bool isDoubted() const { return m_isDoubted; }
    /// Returns whether the first answer has arrived.
    bool isLoaded() const { return m_loaded; }

Q_SIGNALS:
    void changed();

private:
    struct Scan;

    void askWhetherOffered();
    void ask() override;

    QueueName m_queue;
    bool m_loaded = false;
    bool m_isDoubted = false;
    std::optional<bool> m_offered;
    std::vector<ScheduleRow> m_rows;
};

} // namespace dueline
