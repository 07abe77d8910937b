// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/outcome.h"

#include <QObject>

#include <deque>
#include <memory>

class QThread;

namespace dueline {

/// One line of the results view: an outcome, or a note about missing outcomes.
struct ResultEntry
{
    enum class Kind : quint8 {
        Ended, ///< a run ended: `queue` and `outcome`
        Offline, ///< the connection was lost from `at` to `until`; outcomes published meanwhile are missing
        Skipped, ///< `count` outcomes were dropped because they arrived too fast
        Unreadable, ///< a message of `queue` was not a list of outcomes: `words`
        Earlier, ///< the entries before this one come from the queues' history: `count` tasks that ended earlier
    };

    Kind kind = Kind::Ended;
    TimePoint at{}; ///< arrival time, by this machine's clock
    TimePoint until{};
    QueueName queue;
    Outcome outcome;
    qint64 count = 0;
    QString words;
    bool kept = false; ///< Ended: from the queue's history; `at` is when the run ended

    bool operator==(const ResultEntry&) const = default;
};

/// Follower of the results channels of queues, on its own connection and thread, the only one that waits for the
/// network. It collects outcomes until take() is called; beyond heldAtMost entries, the oldest are dropped and counted.
/// After a lost connection it reconnects and reports the gap.
class ResultsFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t heldAtMost = 10'000;

    /// `make`: called on the feed's thread; a read-only backend is enough.
    explicit ResultsFeed(BackendFactory make, QObject* parent = nullptr);
    /// Ends the thread and waits briefly for it, whatever the server does.
    ~ResultsFeed() override;

    /// Sets the queues to follow; may be empty. Queues followed before and after miss nothing.
    void follow(const std::vector<QueueName>& queues);
    /// Reconnects immediately if it is not listening, for example because there is a new password. After a refused
    /// login it does not retry automatically.
    void again();
    /// Returns the entries since the last call, oldest first.
    std::deque<ResultEntry> take();
    /// Returns the number of outcomes received so far, including skipped ones.
    qint64 heard() const;
    bool isListening() const;
    /// Returns why it is not listening; an empty message if it is listening or does not need to.
    Error trouble() const;

Q_SIGNALS:
    /// Emitted when entries are available; next emitted only after take().
    void arrived();
    void listeningChanged();

private:
    class Shared;
    class Listener;

    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
