// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/outcome.h"

#include <QObject>

#include <deque>
#include <memory>

class QThread;

namespace dueline {

/// Row of the results view: an outcome, or a note about missing outcomes.
struct ResultEntry
{
    enum class Kind : quint8 {
        Ended, ///< run that has ended; `queue` and `outcome` are set
        Offline, ///< lost connection from `at` to `until`; outcomes may be missing
        Skipped, ///< `count` outcomes dropped because take() wasn't called often enough
        Unreadable, ///< message in `queue` that isn't a list of outcomes; `words` is the error
        Earlier, ///< end of the `count` entries read from the queues' history
    };

    Kind kind = Kind::Ended;
    TimePoint at{}; ///< time the entry arrived, by this machine's clock
    TimePoint until{};
    QueueName queue;
    Outcome outcome;
    qint64 count = 0;
    QString words;
    /// for Ended: true if the entry was read from the queue's history; `at` is then the end of the run
    bool kept = false;

    bool operator==(const ResultEntry&) const = default;
};

/// Feed of the outcomes that queues publish. It has its own connection and thread, so that the window never waits for
/// the network. Stores outcomes until take() is called. Beyond heldAtMost entries, drops the oldest ones and counts
/// them. After losing the connection, reconnects and adds an entry about the gap.
class ResultsFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t heldAtMost = 10'000;

    /// Creates a feed. `make`: called on the feed's thread; a read-only backend is sufficient.
    explicit ResultsFeed(BackendFactory make, QObject* parent = nullptr);
    /// Ends the thread. This is quick even if the server doesn't respond.
    ~ResultsFeed() override;

    /// Sets the queues to follow, possibly none. Doesn't lose outcomes for queues that were followed before.
    void follow(const std::vector<QueueName>& queues);
    /// Connects immediately if the feed isn't listening. After a refused login, the feed doesn't connect until this is
    /// called, for example because the password has changed.
    void again();
    /// Removes and returns the entries received so far, oldest first.
    std::deque<ResultEntry> take();
    /// Returns how many outcomes have arrived so far, including skipped ones.
    qint64 heard() const;
    bool isListening() const;
    /// Returns why the feed isn't listening. The message is empty if it is listening or has no queues to follow.
    Error trouble() const;

Q_SIGNALS:
    /// Emitted when the first entry arrives after a take().
    void arrived();
    void listeningChanged();

private:
    class Shared;
    class Listener;

    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
