// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/outcome.h"

#include <QObject>

#include <deque>
#include <memory>

class QThread;

namespace dueline {

/// One line of what a results channel told, or of why it told nothing.
struct ResultEntry
{
    enum class Kind : quint8 {
        Ended, ///< a run ended: `queue` and `outcome`
        Offline, ///< nothing was heard from `at` to `until`; what was published meanwhile is missing
        Skipped, ///< `count` outcomes came faster than they were taken and are not listed
        Unreadable, ///< a message of `queue` was no list of outcomes: `words`
        Earlier, ///< what stands before it was not heard: `count` tasks that ended before, as the queues keep them
    };

    Kind kind = Kind::Ended;
    TimePoint at{}; ///< when it arrived, this machine's clock
    TimePoint until{};
    QueueName queue;
    Outcome outcome;
    qint64 count = 0;
    QString words;
    bool kept = false; ///< Ended: it was not heard, but is what the queue keeps of it; `at` is when it ended

    bool operator==(const ResultEntry&) const = default;
};

/// Follows the results channels of some queues on a connection and a thread of its own, and collects what is published
/// until somebody takes it. Nothing here waits for the network but that thread; of more than heldAtMost entries that
/// nobody took, the oldest go and are counted. After a lost connection it opens again by itself and says the gap.
class ResultsFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t heldAtMost = 10'000;

    /// `make`: called on the feed's thread; a read-only backend is enough.
    explicit ResultsFeed(BackendFactory make, QObject* parent = nullptr);
    /// Ends the thread and waits for it: a moment, whatever the server does.
    ~ResultsFeed() override;

    /// The queues to follow from now on; none at all is fine. What is followed before and after misses nothing.
    void follow(const std::vector<QueueName>& queues);
    /// Tries at once where it does not listen: another password was given. What was refused is not tried by itself.
    void again();
    /// What came since the last call, oldest first.
    std::deque<ResultEntry> take();
    /// Outcomes heard since the feed was made, skipped ones included.
    qint64 heard() const;
    bool isListening() const;
    /// Why it is not listening; empty message: it is, or has not been asked to.
    Error trouble() const;

Q_SIGNALS:
    /// There is something to take; comes again only after take().
    void arrived();
    void listeningChanged();

private:
    class Shared;
    class Listener;

    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
