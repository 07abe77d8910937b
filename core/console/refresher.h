// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/serverchange.h"
#include "core/console/session.h"

namespace dueline {

/// What part of a session is looked at.
struct TimelineRequest
{
    QueueName queue;
    TimePoint from{};
    TimePoint to{};
    int bins = 120;
    bool operator==(const TimelineRequest&) const = default;
};

struct TaskKey
{
    QueueName queue;
    TaskId id;
    bool operator==(const TaskKey&) const = default;
};

/// Keeps what is on screen fresh by asking again: each subject every second while it changes, ever less often while it
/// does not, never while hidden or offline, and never twice at once. Of a subject that is asked for while one request
/// is on its way, only the last wish counts. Signals are facts; each success also says that the data is fresh.
class Refresher : public QObject
{
    Q_OBJECT

public:
    enum class Subject : quint8 { Queues, Page, Timeline, Task, Workers, Operations };
    static constexpr int subjects = 6;

    explicit Refresher(Session& session, QObject* parent = nullptr);
    ~Refresher() override;

    /// What to keep fresh; nullopt or false: no longer. A new wish is asked for at once.
    void watchQueues(bool watch);
    void watchPage(const std::optional<PageRequest>& page);
    void watchTimeline(const std::optional<TimelineRequest>& timeline);
    void watchTask(const std::optional<TaskKey>& task);
    void watchWorkers(bool watch);
    void watchOperations(bool watch);

    /// Between two questions while something changes, and while nothing does.
    void setIntervals(Millis busy, Millis idle);
    bool isVisible() const { return m_visible; }

public slots:
    /// Asks for everything that is watched now (F5; after an action), once even while hidden.
    void refresh();
    /// Hidden: nothing is asked for by itself. Shown again: everything at once.
    void setVisible(bool visible);

signals:
    // The values come when they differ from the last ones told, and once after each new wish.
    void queuesChanged(const std::vector<dueline::QueueInfo>& queues);
    /// The overview comes from another process than the one before. Told before queuesChanged().
    void serverChanged(const dueline::ServerChange& change);
    void pageLoaded(const dueline::PageRequest& request, const dueline::TaskPage& page);
    void timelineLoaded(const dueline::TimelineRequest& request, const std::vector<dueline::TimelineBin>& bins);
    void taskLoaded(const dueline::TaskKey& key, const dueline::TaskDetail& detail);
    void workersChanged(const std::vector<dueline::WorkerInfo>& workers);
    void operationsChanged(const std::vector<dueline::OperationRecord>& operations);
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
    };
    struct Watch
    {
        bool active = false;
        bool told = false; ///< its value was told once, for this wish
        std::optional<int> askedOf; ///< the session's generation that owes an answer
        bool askAgain = false; ///< the wish changed, or a refresh came, while the answer was on its way
        bool evenHidden = false; ///< it was somebody's wish, who may stand still otherwise
        Millis interval{};
        QDeadlineTimer due;
    };

    Watch& watch(Subject subject) { return m_watches[std::size_t(subject)]; }
    bool waits(const Watch& watch) const { return watch.askedOf == m_session.generation(); }
    void wish(Subject subject, bool active);
    void ask(Subject subject, bool evenHidden = false);
    static Result<Overview> look(Backend& backend);
    void noteRun(const Overview& overview);
    template <typename Work, typename Keep> void send(Subject subject, Work work, Keep keep);
    bool followsQueues(Subject subject);
    void soon(Subject subject);
    void plan();
    void askWhatIsDue();
    void connectionChanged();

    Session& m_session;
    std::array<Watch, subjects> m_watches;
    PageRequest m_page;
    TimelineRequest m_timeline;
    TaskKey m_task;
    std::vector<QueueInfo> m_lastQueues;
    QByteArray m_lastRun; ///< of the server, as far as it said; empty: never
    int m_runOf = 0; ///< the session's generation that said it
    TaskPage m_lastPage;
    std::vector<TimelineBin> m_lastTimeline;
    TaskDetail m_lastTask;
    std::vector<WorkerInfo> m_lastWorkers;
    std::vector<OperationRecord> m_lastOperations;
    QTimer m_timer;
    Millis m_busy{1'000};
    Millis m_idle{5'000};
    bool m_visible = true;
};

} // namespace dueline
