// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/schedules/schedulemodel.h"
#include "ui/presenters/pollingfeed.h"

namespace dueline {

/// Keeps the recurring tasks of a connection, or of one of its queues, fresh while somebody looks: every two seconds,
/// less often when that takes long. Whether the layout has any is asked once it is online, whoever looks.
class ScheduleFeed : public PollingFeed
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{2'000};

    explicit ScheduleFeed(QObject* parent = nullptr);

    /// Null: nothing. `queue` empty: all of the connection.
    void show(Connection* connection, const QueueName& queue);
    const QueueName& queue() const { return m_queue; }

    /// By queue and name.
    const std::vector<ScheduleRow>& rows() const { return m_rows; }
    /// Whether the layout has recurring tasks; nullopt: not known yet.
    std::optional<bool> offered() const { return m_offered; }
    /// Nobody has looked for a while: what was read counts as old until it is read again.
    void doubt() { m_isDoubted = m_loaded; }
    bool isDoubted() const { return m_isDoubted; }
    /// Whether the first answer has come.
    bool isLoaded() const { return m_loaded; }

Q_SIGNALS:
    void changed();

private:
    struct Walk;

    void askWhetherOffered();
    void ask() override;

    QueueName m_queue;
    bool m_loaded = false;
    bool m_isDoubted = false;
    std::optional<bool> m_offered;
    std::vector<ScheduleRow> m_rows;
};

} // namespace dueline
