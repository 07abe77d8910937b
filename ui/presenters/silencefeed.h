// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/silencewatch.h"

#include <QDeadlineTimer>
#include <QObject>

namespace dueline {

class Connection;

/// A connection's silent queues, whose due tasks no worker claims, and held queues, whose due tasks workers aren't
/// allowed to claim. Updated after each poll.
class SilenceFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::hours muteFor{1};

    /// A queue's silence or hold. A silence that resumes within ten minutes counts as the same event.
    struct Event
    {
        Stillness stillness;
        bool isReturned = false;
    };

    explicit SilenceFeed(Connection& connection);

    /// Returns a queue's silence or hold; null if there is none or the queue is muted.
    const Event* of(const QueueName& queue) const;
    /// Hides a queue's silence for `muteFor`.
    void mute(const QueueName& queue);

Q_SIGNALS:
    void changed();

private:
    void look();
    void take(const std::vector<Stillness>& judged);
    void forget();

    /// Polling interval of connections in a hidden window, plus a margin.
    static constexpr Millis longestPause{150'000};

    Connection& m_connection;
    std::shared_ptr<SilenceWatch> m_watch; ///< silence detector, used only on the lane's thread
    bool m_isAsked = false;
    std::map<QueueName, SilenceEvents> m_events;
    std::map<QueueName, Event> m_still;
    std::map<QueueName, QDeadlineTimer> m_muted;
};

} // namespace dueline
