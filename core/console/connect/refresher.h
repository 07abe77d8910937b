// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/owedanswer.h"
#include "core/console/connect/serverchange.h"

namespace dueline {

/// Keeps what is known of all queues fresh by asking again: each subject every second while it changes, ever less often
/// while it does not, never while hidden or offline, and never twice at once. Signals are facts; each success also says
/// that the data is fresh.
class Refresher : public QObject
{
    Q_OBJECT

public:
    enum class Subject : quint8 { Queues, Operations };
    static constexpr int subjects = 2;

    explicit Refresher(Session& session, QObject* parent = nullptr);
    ~Refresher() override;

    /// What to keep fresh; false: no longer. A new request is asked for at once.
    void watchQueues(bool watch);
    void watchOperations(bool watch);

    /// Queues that are counted with each question, where there are too many to count all (CountPace).
    void setFirst(std::vector<QueueName> queues) { m_first = std::move(queues); }
    /// Progress of the search for queues among the server's keys.
    const DiscoveryState& discovered() const { return m_discovered; }
    /// True while queues may be missing from the list, since no key of the layout lists them all. The search goes on
    /// between refreshes until every key was looked through.
    bool isSearching() const { return m_finds && !m_discovered.isComplete(); }

    /// Between two questions while something changes, and while nothing does.
    void setIntervals(Millis busy, Millis idle);
    bool isVisible() const { return m_visible; }

public slots:
    /// Asks for everything that is watched now (F5; after an action), once even while hidden.
    void refresh();
    /// Hidden: nothing is asked for by itself. Shown again: everything at once.
    void setVisible(bool visible);

signals:
    // The values come when they differ from the last ones told, and once after each new request.
    void queuesChanged(const std::vector<dueline::QueueInfo>& queues);
    /// The overview comes from another process than the one before. Told before queuesChanged().
    void serverChanged(const dueline::ServerChange& change);
    void operationsChanged(const std::vector<dueline::OperationRecord>& operations);
    /// Queues were found, the search ended, or it is further by a percent.
    void discoveryChanged(const dueline::DiscoveryState& state);
    /// An answer came, whether or not anything changed: what is on screen is fresh.
    void refreshed(dueline::Refresher::Subject subject);
    /// A question was not answered; what is on screen stays and is stale.
    void failed(dueline::Refresher::Subject subject, const dueline::Error& error);

private:
    /// The queues, and which process told of them.
    struct Overview
    {
        std::vector<QueueInfo> queues;
        QByteArray run;
        QueueCapabilities can; ///< in these queues
        bool finds = false; ///< queues are looked for among all keys
    };
    struct Search;
    struct Watch
    {
        bool active = false;
        bool told = false; ///< its value was told once, for this request
        OwedAnswer owed;
        bool evenHidden = false; ///< it was asked for by somebody, who may stand still otherwise
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
    OwedAnswer m_search;
    DiscoveryState m_discovered;
    bool m_finds = false; ///< queues are looked for among all keys
    QTimer m_nextSearch;
    QByteArray m_lastRun; ///< of the server, as far as it said; empty: never
    int m_runOf = 0; ///< the session's generation that said it
    std::vector<OperationRecord> m_lastOperations;
    QTimer m_timer;
    Millis m_busy{1'000};
    Millis m_idle{5'000};
    bool m_visible = true;
};

} // namespace dueline
