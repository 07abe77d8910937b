// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/schedulemodel.h"

#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Keeps the recurring tasks of a connection, or of one of its queues, fresh while somebody looks: every two seconds,
/// less often when that takes long. Whether the layout has any is asked once it is online, whoever looks.
class ScheduleFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis refreshEvery{2'000};

    explicit ScheduleFeed(QObject* parent = nullptr);

    /// Null: nothing. `queue` empty: all of the connection.
    void show(Connection* connection, const QueueName& queue);
    Connection* connection() const { return m_connection; }
    const QueueName& queue() const { return m_queue; }
    /// Asks only while active.
    void setActive(bool active);
    void setLive(bool live);

    /// By queue and name.
    const std::vector<ScheduleRow>& rows() const { return m_rows; }
    /// Whether the layout has recurring tasks; nullopt: not known yet.
    std::optional<bool> offered() const { return m_offered; }
    /// Whether the first answer has come.
    bool isLoaded() const { return m_loaded; }

public Q_SLOTS:
    void refresh();

Q_SIGNALS:
    void changed();
    void failed(const dueline::Error& error);

private:
    struct Walk;

    void askWhetherOffered();
    void begin();
    void goOn(Walk walk);
    void end(const Result<Walk>& walked);

    QPointer<Connection> m_connection;
    QueueName m_queue;
    bool m_active = false;
    bool m_live = true;
    bool m_asking = false;
    bool m_askAgain = false;
    bool m_loaded = false;
    int m_askedOf = 0; ///< the session's generation that owes an answer
    int m_wish = 0; ///< counts; answers to earlier ones are nobody's
    std::optional<bool> m_offered;
    std::vector<ScheduleRow> m_rows;
    QTimer m_timer;
};

} // namespace dueline
