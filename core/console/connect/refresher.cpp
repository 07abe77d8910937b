// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/refresher.h"

#include "core/console/operations/operationlog.h"

#include <QElapsedTimer>

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

constexpr std::array allSubjects{Refresher::Subject::Queues, Refresher::Subject::Operations};
constexpr std::size_t manyQueues = 100;
static_assert(allSubjects.size() == Refresher::subjects);
/// Minimum pause between two search steps. A pause is also at least `searchPauseSteps` times as long as the step before
/// it.
constexpr Millis searchPause{50};
constexpr Millis longestSearchPause{2'000};
constexpr int searchPauseSteps = 10;

/// Removes the server times, which change even if nothing else does.
std::vector<QueueInfo> withoutClock(std::vector<QueueInfo> queues)
{
    for (QueueInfo& queue : queues) {
        queue.serverNow = {};
        queue.asOf = {};
    }
    return queues;
}

} // namespace

Refresher::Refresher(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Refresher::askWhatIsDue);
    m_nextSearch.setSingleShot(true);
    connect(&m_nextSearch, &QTimer::timeout, this, &Refresher::discover);
    connect(&session, &Session::connectionChanged, this, &Refresher::connectionChanged);
}

Refresher::~Refresher() = default;

void Refresher::watchQueues(bool watch) { setWatched(Subject::Queues, watch); }

void Refresher::watchOperations(bool watch) { setWatched(Subject::Operations, watch); }

void Refresher::setIntervals(Millis busy, Millis idle)
{
    m_busy = busy;
    m_idle = std::max(busy, idle);
    for (Watch& watch : m_watches)
        watch.interval = m_busy;
    plan();
}

void Refresher::refresh()
{
    for (const Subject subject : allSubjects) {
        if (watch(subject).active) {
            watch(subject).interval = m_busy;
            ask(subject, true);
        }
    }
    plan();
}

void Refresher::setVisible(bool visible)
{
    if (m_visible == visible)
        return;
    m_visible = visible;
    if (visible)
        return refresh();
    m_timer.stop();
    m_nextSearch.stop();
}

void Refresher::connectionChanged()
{
    if (m_session.isOnline() && m_visible)
        return refresh();
    m_timer.stop();
    m_nextSearch.stop();
}

void Refresher::setWatched(Subject subject, bool active)
{
    Watch& requested = watch(subject);
    requested.active = active;
    requested.told = false;
    requested.interval = m_busy;
    if (active)
        ask(subject);
    plan();
}

/// Sends a request for the subject. If one is pending, waits for its answer first. `evenHidden`: send it even while the
/// window is hidden.
void Refresher::ask(Subject subject, bool evenHidden)
{
    Watch& asked = watch(subject);
    if ((!m_visible && !evenHidden) || !m_session.isOnline())
        return;
    if (waits(asked)) {
        asked.owed.wantAgain();
        asked.evenHidden |= evenHidden;
        return;
    }
    asked.evenHidden = false;
    asked.owed.ask(m_session);
    switch (subject) {
    case Subject::Queues:
        m_session.run(
            Session::Lane::Background, this, [first = m_first](Backend& backend) { return look(backend, first); },
            [this](const Result<Overview>& overview) {
                answered(Subject::Queues, overview, [this, &overview] {
                    noteRun(*overview);
                    // layouts found since the last reply may have different capabilities
                    m_session.noteCapabilities(overview->can);
                    const bool changed = withoutClock(overview->queues) != withoutClock(m_lastQueues);
                    m_lastQueues = overview->queues;
                    return std::pair(changed, [this] { emit queuesChanged(m_lastQueues); });
                });
                if (overview) {
                    m_finds = overview->finds;
                    discover();
                }
            });
        break;
    case Subject::Operations:
        // Divide the work into turns: reading many queues' operations takes hundreds of commands.
        m_session.runInTurns(
            Session::Lane::Background, this, OperationsReading(),
            [this](Result<OperationsReading> read) {
                answered(Subject::Operations, read, [this, &read] {
                    std::vector<OperationRecord> records = read->take();
                    const bool changed = records != m_lastOperations;
                    m_lastOperations = std::move(records);
                    return std::pair(changed, [this] { emit operationsChanged(m_lastOperations); });
                });
            },
            [](const OperationsReading&) { return true; });
        break;
    }
}

Result<Refresher::Overview> Refresher::look(Backend& backend, const std::vector<QueueName>& first)
{
    CountBudget pace;
    pace.first = first;
    backend.inspector().paceCounts(pace);
    auto queues = backend.inspector().queues();
    if (!queues)
        return queues.error();
    return Overview{
        *std::move(queues), backend.serverRun(), backend.queueCapabilities(), backend.discovery() != nullptr};
}

struct Refresher::Search
{
    Result<bool> step(Backend& backend)
    {
        QElapsedTimer timer;
        timer.start();
        const auto complete = backend.discovery()->step();
        state = backend.discovery()->state();
        took = Millis(timer.elapsed());
        if (complete)
            can = backend.queueCapabilities();
        return complete;
    }

    DiscoveryState state;
    Millis took{}; ///< last step's duration
    QueueCapabilities can;
};

/// Continues the search for queues. Called once the known queues have been read, so that the search doesn't delay
/// reading them. The first call runs the initial scan, in turns; each later call runs one step.
void Refresher::discover()
{
    if (!m_finds || !m_session.isOnline() || m_search.isOwedBy(m_session))
        return;
    m_search.ask(m_session);
    m_session.runInTurns(
        Session::Lane::Background, this, Search(),
        [this](const Result<Search>& search) {
            m_search.end();
            if (!search)
                return; // the next request for the queues will fail too, and report the error
            m_session.noteCapabilities(search->can);
            discovered(search->state, search->took);
        },
        [](const Search&) { return true; });
}

/// Handles a search step's result. The next pause is ten times as long as the step, so that the search keeps the server
/// busy for at most a tenth of the time.
void Refresher::discovered(const DiscoveryState& state, Millis took)
{
    const DiscoveryState before = std::exchange(m_discovered, state);
    if (isSearching() && !state.isForbidden && m_visible)
        m_nextSearch.start(std::clamp(took * searchPauseSteps, searchPause, longestSearchPause));
    const auto shown
        = [](const DiscoveryState& s) { return std::tuple(s.percent(), s.isForbidden, s.isComplete(), s.found); };
    if (state.found != before.found)
        ask(Subject::Queues);
    if (shown(state) != shown(before))
        emit discoveryChanged(m_discovered);
}

/// Emits serverChanged() if the connection that returned the queues now reaches a different server process. Only
/// compares run ids within one generation of the lanes, because each new connection may reach a different server.
void Refresher::noteRun(const Overview& overview)
{
    if (overview.run.isEmpty())
        return;
    const int before = std::exchange(m_runOf, m_session.generation());
    if (!m_lastRun.isEmpty() && m_lastRun != overview.run && before == m_runOf)
        emit serverChanged(changeBetween(m_lastQueues, overview.queues, overview.can.all.sharedWork));
    m_lastRun = overview.run;
}

/// Handles a reply. `keep`: stores the value and returns whether it has changed, along with a function that emits it.
template <typename Answer, typename Keep> void Refresher::answered(Subject subject, const Answer& answer, Keep keep)
{
    Watch& asked = watch(subject);
    asked.owed.end();
    if (!asked.active)
        return;
    if (asked.owed.isWantedAgain()) { // data has changed since the request was sent, so the reply may be outdated
        ask(subject, asked.evenHidden);
        return;
    }
    if (!answer) {
        asked.interval = std::min(asked.interval * 2, m_idle);
        asked.due = QDeadlineTimer(asked.interval);
        emit failed(subject, answer.error());
        plan();
        return;
    }
    const auto [changed, tell] = keep();
    // Poll many queues' operations less often, because that takes hundreds of commands. Operations started in this
    // window needn't wait: they trigger an immediate refresh.
    const bool costly = subject == Subject::Operations && m_lastQueues.size() > manyQueues;
    // If there are too many queues to count in each request, poll more often, so that every queue gets counted soon.
    const bool inTurns = subject == Subject::Queues
        && std::any_of(m_lastQueues.begin(), m_lastQueues.end(), [](const QueueInfo& queue) { return queue.asOf; });
    const Millis longest = inTurns ? std::max(m_busy, m_idle * 3 / 5) : m_idle;
    asked.interval = costly ? m_idle : changed ? m_busy : std::min(asked.interval * 2, longest);
    asked.due = QDeadlineTimer(asked.interval);
    const bool worthTelling = changed || !asked.told;
    asked.told = true;
    if (worthTelling)
        tell();
    emit refreshed(subject);
    plan();
}

void Refresher::askWhatIsDue()
{
    for (const Subject subject : allSubjects) {
        const Watch& asked = watch(subject);
        if (asked.active && !waits(asked) && asked.due.hasExpired())
            ask(subject);
    }
    plan();
}

/// Sets the timer for the next subject that becomes due.
void Refresher::plan()
{
    m_timer.stop();
    if (!m_visible || !m_session.isOnline())
        return;
    std::optional<qint64> nearest;
    for (const Watch& asked : m_watches) {
        if (asked.active && !waits(asked))
            nearest = std::min(nearest.value_or(asked.due.remainingTime()), asked.due.remainingTime());
    }
    if (nearest)
        m_timer.start(Millis(std::max<qint64>(*nearest, 0)));
}

} // namespace dueline
