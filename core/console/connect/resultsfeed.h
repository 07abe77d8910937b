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
        Ended, ///< a run has ended; `queue` and `outcome` are set
        Offline, ///< the connection was lost from `at` to `until`, so outcomes may be missing
        Skipped, ///< `count` outcomes were dropped, because take() was not called often enough
        Unreadable, ///< a message in `queue` is not a list of outcomes; `words` is the error
        Earlier, ///< end of the `count` entries that were read from the queues' history
    };

    Kind kind = Kind::Ended;
    TimePoint at{}; ///< time at which the entry arrived, by this machine's clock
    TimePoint until{};
    QueueName queue;
    Outcome outcome;
    qint64 count = 0;
    QString words;
    /// for Ended: true if the entry was read from the queue's history; in that case, `at` is the end of the run
    bool kept = false;

    bool operator==(const ResultEntry&) const = default;
};

/// Reader of the channels on which queues publish outcomes. It has its own connection and thread, so that the window
/// never waits for the network. It stores outcomes until take() is called. Above heldAtMost entries, it drops the
/// oldest ones and counts them. If it loses the connection, it reconnects and adds an entry about the gap.
class ResultsFeed : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t heldAtMost = 10'000;

    /// Creates a feed. `make`: called on the feed's thread; a read-only backend is sufficient.
    explicit ResultsFeed(BackendFactory make, QObject* parent = nullptr);
    /// Ends the thread. This takes little time, even if the server does not respond.
    ~ResultsFeed() override;

    /// Sets the queues to follow, possibly none. Loses no outcomes of queues that were followed before.
    void follow(const std::vector<QueueName>& queues);
    /// Connects immediately if the feed is not listening. After a refused login, the feed does not connect until this
    /// is called, for example because the password was changed.
    void again();
    /// Removes and returns the entries that have arrived, oldest first.
    std::deque<ResultEntry> take();
    /// Returns how many outcomes have arrived so far, including skipped ones.
    qint64 heard() const;
    bool isListening() const;
    /// Returns why the feed is not listening. The message is empty if it is listening or has no queues to follow.
    Error trouble() const;

Q_SIGNALS:
    /// Emitted when an entry arrives after take() has returned all earlier ones.
    void arrived();
    void listeningChanged();

private:
    class Shared;
    class Listener;

    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<QThread> m_thread;
};

} // namespace dueline
