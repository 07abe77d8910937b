// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "core/console/connect/serverchange.h"

namespace dueline {

/// Poller for all queues and operations. It polls a subject every second while the subject's data
/// is changing, and at increasing intervals otherwise. It does not poll while hidden or offline,
/// and has at most one pending request per subject. Every successful reply also reports that the
/// data is fresh.
class Refresher : public QObject
{
    Q_OBJECT

public:
    enum class Subject : quint8 { Queues, Operations };
    static constexpr int subjects = 2;

    explicit Refresher(Session& session, QObject* parent = nullptr);
    ~Refresher() override;

    /// Starts or stops polling a subject. When started, polls once immediately.
    void watchQueues(bool watch);
    void watchOperations(bool watch);

    /// Sets the queues that every request counts, even if there are too many queues to count all of them (CountBudget).
    void setFirst(std::vector<QueueName> queues) { m_first = std::move(queues); }
    /// Returns the progress of the search for queues in the server's keys.
    const DiscoveryState& discovered() const { return m_discovered; }
    /// Returns whether queues may be missing from the list, because the layout has no key that lists them all. The
    /// search continues between refreshes until every key has been scanned.
    bool isSearching() const { return m_finds && !m_discovered.isComplete(); }

    /// Sets the polling intervals while data is changing and while it is not.
    void setIntervals(Millis busy, Millis idle);
    bool isVisible() const { return m_visible; }

public slots:
    /// Polls all watched subjects immediately, for F5 or after an action. Works once even while hidden.
    void refresh();
    /// Stops polling while hidden. When visible again, polls all subjects immediately.
    void setVisible(bool visible);

signals:
    // Emitted when the value has changed, and always after the first reply to each new request.
    void queuesChanged(const std::vector<dueline::QueueInfo>& queues);
    /// Emitted before queuesChanged() if the reply came from a different server process.
    void serverChanged(const dueline::ServerChange& change);
    void operationsChanged(const std::vector<dueline::OperationRecord>& operations);
    /// Emitted when queues were found, the search ended, or its percentage changed.
    void discoveryChanged(const dueline::DiscoveryState& state);
    /// Emitted after each reply, even if nothing changed, because the data on screen is fresh.
    void refreshed(dueline::Refresher::Subject subject);
    /// Emitted after a failed request. The data on screen remains, but is stale.
    void failed(dueline::Refresher::Subject subject, const dueline::Error& error);

private:
    /// Queues and the server process that reported them.
    struct Overview
    {
        std::vector<QueueInfo> queues;
        QByteArray run;
        QueueCapabilities can; ///< capabilities of the layouts in these queues
        bool finds = false; ///< true if all keys are searched for queues
    };
    struct Search;
    struct Watch
    {
        bool active = false;
        bool told = false; ///< true if the value was already emitted for this request
        PendingRequest owed;
        bool evenHidden = false; ///< true if the request is explicit, so it is sent even while hidden
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
    bool m_finds = false; ///< true if all keys are searched for queues
    QTimer m_nextSearch;
    QByteArray m_lastRun; ///< server run id of the last reply; empty: none yet
    int m_runOf = 0; ///< generation of the session from which m_lastRun was read
    std::vector<OperationRecord> m_lastOperations;
    QTimer m_timer;
    Millis m_busy{1'000};
    Millis m_idle{5'000};
    bool m_visible = true;
};

} // namespace dueline
