// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/results/resultmodel.h"

#include <QPointer>
#include <QSet>
#include <QTimer>

namespace dueline {

class Connection;

/// Outcomes that a connection's queues have published since the panel was first opened, followed by earlier outcomes
/// that the queues still store. The log subscribes to all queues. It updates its model a few times per second,
/// regardless of the message rate, and keeps only the latest outcomes. While it is paused, the rows don't change and
/// new outcomes are held back.
class ResultLog : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis takeEvery{200};
    static constexpr int earlierPerState = 100; ///< maximum number of earlier outcomes per queue and state
    static constexpr std::size_t mostEarlier = 500;
    static constexpr std::size_t queuesLookedAt = 40; ///< maximum number of queues searched for earlier outcomes

    ResultLog(Connection& connection, const Formatting& formatting, QObject* parent = nullptr);
    ~ResultLog() override;

    ResultModel& model() { return m_model; }
    bool isListening() const { return m_feed->isListening(); }
    /// Returns why the log isn't listening; empty if it is, or if no queue publishes outcomes.
    QString trouble() const { return m_feed->trouble().message; }
    /// Returns when listening began or the log was last cleared, according to this machine's clock.
    TimePoint since() const { return m_since; }
    /// Returns the number of outcomes received since the panel was first opened, including those held back during a
    /// pause, but not those in transit.
    qint64 heard() const { return m_heard; }
    /// Returns true once earlier outcomes have been read.
    bool knowsEarlier() const { return m_earlier == Earlier::Known; }

    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }
    /// Returns the number of entries held back until the pause ends.
    qint64 waiting() const { return qint64(m_held.size()) + m_heldSkipped; }
    void clear();

Q_SIGNALS:
    /// Emitted before each model change, so that the view can preserve its scroll position.
    void aboutToChange();
    void changed();
    /// Emitted when listening starts or stops.
    void listeningChanged();

private:
    enum class Earlier : quint8 { Unknown, Asked, Known };

    void followQueues();
    void askEarlier();
    void tellEarlier(std::vector<ResultEntry> found);
    void take();
    void hold(std::deque<ResultEntry> entries);

    QPointer<Connection> m_connection;
    ResultModel m_model;
    std::unique_ptr<ResultsFeed> m_feed;
    TimePoint m_since;
    qint64 m_heard = 0;
    Earlier m_earlier = Earlier::Unknown;
    QSet<std::pair<TaskId, int>> m_listedEarlier; ///< earlier outcomes, by task and attempt
    bool m_paused = false;
    std::deque<ResultEntry> m_held;
    qint64 m_heldSkipped = 0; ///< number of outcomes dropped during the pause
    TimePoint m_skippedAt{};
    QTimer m_soon;
};

} // namespace dueline
