// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/timelinematches.h"

#include "ui/presenters/connection.h"
#include "ui/presenters/taskfeed.h"
#include "ui/presenters/timelinefeed.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis matchesStayNew{5000}; ///< of an age that nobody has to be told

} // namespace

TimelineMatches::TimelineMatches(TaskFeed& tasks, TimelineFeed& timeline, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(tellEvery);
    connect(&m_pause, &QTimer::timeout, this, &TimelineMatches::tell);
    connect(&tasks, &TaskFeed::walked, this, &TimelineMatches::take);
    connect(&tasks, &TaskFeed::outdated, this, &TimelineMatches::tell);
    connect(&timeline, &TimelineFeed::loaded, this, [this](const TimelineData& data) {
        m_data = data;
        walkAlone(); // where the connection is back
        tell();
    });
}

void TimelineMatches::look(Connection* connection, const TaskScope& scope, bool listed)
{
    ++m_generation;
    m_walking = false;
    m_repeated.reset();
    m_listed = listed;
    if (connection != m_connection || scope != m_scope) {
        m_connection = connection;
        m_scope = scope;
        m_found.clear();
        m_whole = false;
    }
    walkAlone();
    tell();
}

void TimelineMatches::walkAlone()
{
    if (m_listed || m_walking || m_whole || m_scope.filter.isEmpty() || m_scope.queue.isEmpty() || !m_connection
        || !m_connection->session().isOnline())
        return;
    m_walking = true;
    m_found.clear();
    walkOn({});
}

void TimelineMatches::walkOn(FilterWalk walk)
{
    m_connection->session().run(
        Session::Lane::Background, this,
        [scope = m_scope, walk = std::move(walk)](
            Backend& backend) mutable { return searchSteps(backend, scope, std::move(walk)); },
        [this, generation = m_generation](Result<TaskHits> found) {
            if (generation != m_generation)
                return;
            if (!found) {
                m_walking = false;
                return;
            }
            const bool over = found->walk.isOver();
            m_walking = !over && m_connection;
            add(found->matches, over, found->walk.startedAt.value_or(TimePoint()));
            if (m_walking)
                walkOn(std::move(found->walk));
        });
}

void TimelineMatches::setSame(bool same)
{
    m_same = same;
    tell();
}

void TimelineMatches::take(const std::vector<Task>& matches, bool begins, bool over, TimePoint startedAt)
{
    if (!m_listed || m_scope.filter.isEmpty() || m_tasks.scope() != m_scope)
        return;
    if (begins && m_whole)
        m_repeated.emplace();
    else if (begins)
        m_found.clear();
    add(matches, over, startedAt);
}

void TimelineMatches::add(const std::vector<Task>& matches, bool over, TimePoint startedAt)
{
    MatchTimes& found = m_repeated ? *m_repeated : m_found;
    for (const Task& task : matches)
        found.add(task);
    if (over) {
        if (m_repeated)
            m_found = std::move(*m_repeated);
        m_repeated.reset();
        m_whole = true;
        m_wholeAt = startedAt;
        tell();
    } else if (!m_repeated && !matches.empty() && !m_pause.isActive()) {
        tell();
        m_pause.start();
    }
}

/// The table's walk is repeated while it lists this; what is counted for a brush is as it was.
std::optional<TimePoint> TimelineMatches::asOf() const
{
    if (m_listed)
        return m_tasks.asOf();
    const bool old = m_whole && m_connection && m_connection->session().serverNow() - m_wholeAt > matchesStayNew;
    return old ? std::optional(m_wholeAt) : std::nullopt;
}

/// By its state alone, without a filter.
void TimelineMatches::addListed(TimelineMatch& match) const
{
    for (const TimelineBin& bin : m_data.bins) {
        StateCounts& listed = match.bins.emplace_back();
        for (const TaskState state : timelineBands)
            listed[state] = m_scope.states.contains(state) ? bin.counts[state] : 0;
    }
    for (const TimelineTask& task : m_data.tasks)
        match.tasks.push_back(m_scope.states.contains(task.state));
}

void TimelineMatches::addFound(TimelineMatch& match) const
{
    const TimePoint now = m_connection ? m_connection->session().serverNow() : TimePoint();
    for (const TimelineBin& bin : m_data.bins) {
        StateCounts& found = match.bins.emplace_back(m_found.counts(bin.from, bin.to, now));
        for (const TaskState state : allStates) // the bars may be counted a moment later than the matches
            found[state] = std::min(found[state], bin.counts[state]);
    }
    for (const TimelineTask& task : m_data.tasks)
        match.tasks.push_back(m_found.contains(task.state, task.at, task.id));
    match.partial = !m_whole;
    match.asOf = asOf();
}

std::optional<TimelineMatch> TimelineMatches::match() const
{
    if (!m_same || !m_data.isKnown() || m_scope.queue.isEmpty())
        return {};
    const auto isListed = [this](TaskState state) { return m_scope.states.contains(state); };
    const bool all = std::all_of(timelineBands.begin(), timelineBands.end(), isListed);
    const bool none = std::none_of(timelineBands.begin(), timelineBands.end(), isListed);
    // The trash is on no timeline: nothing is compared with it.
    if (none || (all && m_scope.filter.isEmpty()))
        return {};
    TimelineMatch match;
    if (m_scope.filter.isEmpty())
        addListed(match);
    else
        addFound(match);
    for (const StateCounts& counts : match.bins) {
        for (const TaskState state : timelineBands)
            match.totals[state] += counts[state];
    }
    return match;
}

void TimelineMatches::tell()
{
    TimelineData data = m_data;
    data.match = match();
    Q_EMIT loaded(data);
}

} // namespace dueline
