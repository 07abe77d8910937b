// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "core/console/connect/serverchange.h"

namespace dueline {

/// Poller of all queues and operations. It polls every second while a subject changes, and less and less often while it
/// does not. It does not poll while hidden or offline, and sends at most one request for a subject at a time. Each
/// success also reports that the data is fresh.
class Refresher : public QObject
{
    Q_OBJECT

public:
    enum class Subject : quint8 { Queues, Operations };
    static constexpr int subjects = 2;

    explicit Refresher(Session& session, QObject* parent = nullptr);
    ~Refresher() override;

    /// Starts or stops polling a subject. Starting polls immediately.
    void watchQueues(bool watch);
    void watchOperations(bool watch);

    /// Sets the queues that every request counts, if there are too many to count all (CountBudget).
    void setFirst(std::vector<QueueName> queues) { m_first = std::move(queues); }
    /// Returns the progress of the search for queues among the server's keys.
    const DiscoveryState& discovered() const { return m_discovered; }
    /// Returns whether queues may be missing from the list, since no key of the layout lists them all. The search
    /// continues between refreshes until every key was scanned.
    bool isSearching() const { return m_finds && !m_discovered.isComplete(); }

    /// Sets the intervals while something changes, and while nothing does.
    void setIntervals(Millis busy, Millis idle);
    bool isVisible() const { return m_visible; }

public slots:
    /// Polls everything that is watched now (F5; after an action), once even while hidden.
    void refresh();
    /// Stops polling while hidden. When shown again, polls everything immediately.
    void setVisible(bool visible);

signals:
    // Values are emitted when they differ from the last ones, and once after each new request.
    void queuesChanged(const std::vector<dueline::QueueInfo>& queues);
    /// Emitted before queuesChanged() if another server process replied.
    void serverChanged(const dueline::ServerChange& change);
    void operationsChanged(const std::vector<dueline::OperationRecord>& operations);
    /// Emitted when queues were found, the search ended, or its percentage changed.
    void discoveryChanged(const dueline::DiscoveryState& state);
    /// Emitted after each reply, even without a change: the data on screen is fresh.
    void refreshed(dueline::Refresher::Subject subject);
    /// Emitted when a request failed; the data on screen stays and is stale.
    void failed(dueline::Refresher::Subject subject, const dueline::Error& error);

private:
    /// Queues, and the server process that reported them.
    struct Overview
    {
        std::vector<QueueInfo> queues;
        QByteArray run;
        QueueCapabilities can; ///< capabilities in these queues
        bool finds = false; ///< True if queues are searched among all keys.
    };
    struct Search;
    struct Watch
    {
        bool active = false;
        bool told = false; ///< True if the value was emitted once for this request.
        PendingRequest owed;
        bool evenHidden = false; ///< True if the request was explicit, even while hidden.
        Millis interval{};
        QDeadlineTimer due;
    };

    Watch& watch(Subject subject) { return m_watches[std::size_t(subject)]; }
    bool waits(const Watch& watch) const { return watch.owed.isOwedBy(m_session); }
    void setWatched(Subject subject, bool active);
    void ask(Subject subject, bool evenHidden = false);
    static Result<Overview> look(Backend& backend, const std::vector<QueueName>& first);
    void discover();
    void discovered(const DiscoveryState& state, Millis took);
    void noteRun(const Overview& overview);
    template <typename Answer, typename Keep> void answered(Subject subject, const Answer& answer, Keep keep);
    void plan();
    void askWhatIsDue();
    void connectionChanged();

    Session& m_session;
    std::array<Watch, subjects> m_watches;
    std::vector<QueueInfo> m_lastQueues;
    std::vector<QueueName> m_first;
    PendingRequest m_search;
    DiscoveryState m_discovered;
    bool m_finds = false; ///< True if queues are searched among all keys.
    QTimer m_nextSearch;
    QByteArray m_lastRun; ///< server run id of the last reply; empty: none yet
    int m_runOf = 0; ///< the session's generation of m_lastRun
    std::vector<OperationRecord> m_lastOperations;
    QTimer m_timer;
    Millis m_busy{1'000};
    Millis m_idle{5'000};
    bool m_visible = true;
};

} // namespace dueline
