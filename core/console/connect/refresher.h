// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/pendingrequest.h"
#include "core/console/connect/serverchange.h"

namespace dueline {

/// Poller for a session's queues and operations. Polls a subject every second while its data is changing, and at
/// increasing intervals otherwise. Doesn't poll while the window is hidden or the session is offline. At most one
/// request per subject is pending.
class Refresher : public QObject
{
    Q_OBJECT

public:
    enum class Subject : quint8 { Queues, Operations };
    static constexpr int subjects = 2;

    explicit Refresher(Session& session, QObject* parent = nullptr);
    ~Refresher() override;

    /// Starts or stops polling the queues or operations. Starting also polls immediately.
    void watchQueues(bool watch);
    void watchOperations(bool watch);

    /// Sets the queues to count in every request. With many queues, a request counts only some of the others
    /// (CountBudget).
    void setFirst(std::vector<QueueName> queues) { m_first = std::move(queues); }
    /// Returns the progress of searching the server's keys for queues.
    const DiscoveryState& discovered() const { return m_discovered; }
    /// Returns whether queues may still be missing because not all keys have been scanned. Needed for layouts without a
    /// key that lists all queues.
    bool isSearching() const { return m_finds && !m_discovered.isComplete(); }

    /// Sets the polling interval while data is changing, and the longest interval otherwise.
    void setIntervals(Millis busy, Millis idle);
    bool isVisible() const { return m_visible; }

public slots:
    /// Polls all watched subjects immediately, even while the window is hidden. Call this for F5 or after an action.
    void refresh();
    /// Sets whether the window is visible. Polling stops while it is hidden, and resumes as soon as it is shown.
    void setVisible(bool visible);

signals:
    // Emitted when the queues have changed, and for the first reply after polling started.
    void queuesChanged(const std::vector<dueline::QueueInfo>& queues);
    /// Emitted before queuesChanged() if a different server process has replied.
    void serverChanged(const dueline::ServerChange& change);
    void operationsChanged(const std::vector<dueline::OperationRecord>& operations);
    /// Emitted when the search has found queues, has made visible progress, or has ended.
    void discoveryChanged(const dueline::DiscoveryState& state);
    /// Emitted after each successful reply, even if nothing has changed: the displayed data is now up to date.
    void refreshed(dueline::Refresher::Subject subject);
    /// Emitted after a failed request. The displayed data stays, but is outdated.
    void failed(dueline::Refresher::Subject subject, const dueline::Error& error);

private:
    struct Overview
    {
        std::vector<QueueInfo> queues;
        QByteArray run;
        QueueCapabilities can; ///< capabilities of all open layouts
        bool finds = false; ///< true if queues must be found by scanning keys
    };
    struct Search;
    struct Watch
    {
        bool active = false;
        bool told = false; ///< true if a value has been emitted since polling started
        PendingRequest owed;
        bool evenHidden = false; ///< true to send the repeated request even while the window is hidden
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
    bool m_finds = false; ///< true if queues must be found by scanning keys
    QTimer m_nextSearch;
    QByteArray m_lastRun; ///< run id of the server that sent the last reply; empty: no reply yet
    int m_runOf = 0; ///< generation of the lanes on which m_lastRun was received
    std::vector<OperationRecord> m_lastOperations;
    QTimer m_timer;
    Millis m_busy{1'000};
    Millis m_idle{5'000};
    bool m_visible = true;
};

} // namespace dueline
