// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/outcome.h"

#include <QObject>

#include <deque>
#include <memory>

class QThread;

namespace dueline {

/// Line in the results view: an outcome, or a note about missing outcomes.
struct ResultEntry
{
    enum class Kind : quint8 {
        Ended, ///< a run ended: `queue` and `outcome` are set
        Offline, ///< the connection was lost from `at` to `until`; outcomes published during that time are missing
        Skipped, ///< `count` outcomes were dropped because they arrived faster than they were read
        Unreadable, ///< a message in `queue` was not a list of outcomes; `words` contains the message
        Earlier, ///< marks the end of the entries from the queues' history: `count` tasks that ended earlier
    };

    Kind kind = Kind::Ended;
    TimePoint at{}; ///< arrival time, by this machine's clock
    TimePoint until{};
    QueueName queue;
    Outcome outcome;
    qint64 count = 0;
    QString words;
    bool kept = false; ///< for Ended: true if the entry is from the queue's history; `at` is then the end of the run

    bool operator==(const ResultEntry&) const = default;
};

/// Reader of the queues' results channels. It has its own connection and thread, so that no other thread waits for the
/// network. Outcomes are collected until take() is called; beyond heldAtMost entries, the oldest are dropped and
/// counted. After losing its connection, the feed reconnects and reports the gap.
class ResultsFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t heldAtMost = 10'000;

    /// Creates a feed. `make`: factory, called on the feed's thread; a read-only backend is sufficient.
    explicit ResultsFeed(BackendFactory make, QObject* parent = nullptr);
    /// Ends the thread and waits briefly for it, even if the server does not respond.
    ~ResultsFeed() override;

    /// Sets the queues to follow (possibly none). Outcomes of queues that remain followed are not
    /// lost.
    void follow(const std::vector<QueueName>& queues);
    /// Reconnects immediately if the feed is not listening, for example because the password was changed. After a
    /// refused login, the feed does not retry automatically.
    void again();
    /// Returns the entries that arrived since the last call, oldest first.
    std::deque<ResultEntry> take();
    /// Returns the number of outcomes received so far, including skipped ones.
    qint64 heard() const;
    bool isListening() const;
    /// Returns why the feed is not listening. The message is empty if the feed is listening or has no queues to follow.
    Error trouble() const;

Q_SIGNALS:
    /// Emitted when entries are available, then not again until take() is called.
    void arrived();
    void listeningChanged();

private:
    class Shared;
    class Listener;

    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
