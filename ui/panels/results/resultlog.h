// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/results/resultmodel.h"

#include <QPointer>
#include <QSet>
#include <QTimer>

namespace dueline {

class Connection;

/// What a connection's queues published since somebody first looked, and below it what ended before and is still kept
/// in them: follows all its queues, takes what came a few times a second however much it is, and keeps the last of it.
/// While it is paused the rows stand still and what comes waits.
class ResultLog : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis takeEvery{200};
    static constexpr int earlierPerState = 100; ///< of a queue: that failed, and that were done
    static constexpr std::size_t mostEarlier = 500;
    static constexpr std::size_t queuesLookedAt = 40; ///< for what ended before

    ResultLog(Connection& connection, const Formatting& formatting, QObject* parent = nullptr);
    ~ResultLog() override;

    ResultModel& model() { return m_model; }
    bool isListening() const { return m_feed->isListening(); }
    /// Why it is not; empty while it is, or has no queue to listen to.
    QString trouble() const { return m_feed->trouble().message; }
    /// When it began to listen, or was cleared last; this machine's clock.
    TimePoint since() const { return m_since; }
    /// Outcomes that were listed, or wait for the pause to end, since then: what is on its way is not told before it is
    /// there.
    qint64 heard() const { return m_heard; }
    /// What ended before has been looked for.
    bool knowsEarlier() const { return m_earlier == Earlier::Known; }

    void setPaused(bool paused);
    bool isPaused() const { return m_paused; }
    /// Entries that wait for the pause to end.
    qint64 waiting() const { return qint64(m_held.size()) + m_heldSkipped; }
    void clear();

Q_SIGNALS:
    /// Around every change of the model, so that the view can keep its place.
    void aboutToChange();
    void changed();
    /// It listens again, or no longer.
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
    QSet<std::pair<TaskId, int>> m_listedEarlier; ///< ends, by task and attempt
    bool m_paused = false;
    std::deque<ResultEntry> m_held;
    qint64 m_heldSkipped = 0; ///< of a pause so long that not all of it is kept
    TimePoint m_skippedAt{};
    QTimer m_soon;
};

} // namespace dueline
