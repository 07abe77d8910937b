// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/feed/timelinematches.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/errors/errortemplate.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/taskfeed.h"
#include "ui/timeline/feed/timelinefeed.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr Millis matchesStayNew{5000}; ///< age up to which matches are shown without the time of the count

/// Returns a task's group; empty if it belongs to none.
QByteArray nameFor(TimelineColour colour, const Task& task)
{
    if (colour == TimelineColour::Type)
        return typeOf(task).toByteArray();
    const bool failed = task.state == TaskState::Failed || task.state == TaskState::Retrying;
    return colour == TimelineColour::Error && failed && !task.error.isEmpty() ? errorText(task.error) : QByteArray();
}

/// Results from one time slice of a scan. The group names have been determined on the lane.
struct NamedHits
{
    TaskHits hits;
    std::vector<QByteArray> names; ///< group name of each match
};

} // namespace

TimelineMatches::TimelineMatches(TaskFeed& tasks, TimelineFeed& timeline, QObject* parent)
    : QObject(parent)
    , m_tasks(tasks)
    , m_timeline(timeline)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(tellEvery);
    m_rest.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &TimelineMatches::tell);
    connect(&m_rest, &QTimer::timeout, this, &TimelineMatches::tryAgain);
    connect(&tasks, &TaskFeed::walked, this, &TimelineMatches::take);
    connect(&tasks, &TaskFeed::outdated, this, &TimelineMatches::tell);
    connect(&timeline, &TimelineFeed::fitted, this, &TimelineMatches::fitted);
    connect(&timeline, &TimelineFeed::loaded, this, [this](const TimelineData& data) {
        m_data = data;
        tryAgain();
        tell();
    });
}

bool TimelineMatches::isFiltered() const { return !m_scope.filter.isEmpty(); }

bool TimelineMatches::needsWalk() const
{
    return isFiltered() || m_colour == TimelineColour::Type || m_colour == TimelineColour::Error;
}

/// Returns whether the timeline shows exactly the table's queue.
bool TimelineMatches::isShownWhole() const
{
    return m_shown.size() == 1 && m_shown.front() == m_connection && m_shownQueue == m_scope.queue
        && !m_scope.queue.isEmpty();
}

/// Returns whether the table's scan provides all the necessary data. It never does for errors, which must be normalized
/// on a lane.
bool TimelineMatches::tableWalks() const
{
    return m_listed && !m_alone && isFiltered() && isShownWhole() && m_colour != TimelineColour::Error;
}

TaskScope TimelineMatches::scopeOf(const QueueName& queue) const
{
    TaskScope scope = m_scope;
    if (m_scope.queue.isEmpty()) {
        scope.states = StateSet::all();
        scope.states.remove(TaskState::Trash);
    }
    if (!isFiltered() && m_colour == TimelineColour::Error)
        scope.states = scope.states.intersected({TaskState::Failed, TaskState::Retrying});
    scope.queue = queue;
    return scope;
}

void TimelineMatches::forget()
{
    m_found = {};
    m_repeated.reset();
    m_whole = false;
    m_fits = false;
    m_tooMany = false;
    m_changed = false;
}

void TimelineMatches::look(Connection* connection, const TaskScope& scope, bool listed)
{
    ++m_generation;
    m_walking = false;
    m_repeated.reset();
    const bool another = connection != m_connection || scope != m_scope;
    // If neither is true, the table has already scanned this scope and won't scan it again.
    if (another || (listed && !m_listed))
        m_alone = false;
    m_listed = listed;
    if (another) {
        m_connection = connection;
        m_scope = scope;
        forget();
    }
    walkAlone();
    tell();
}

void TimelineMatches::setShown(const std::vector<Connection*>& connections, const QueueName& queue)
{
    std::vector<QPointer<Connection>> shown(connections.begin(), connections.end());
    if (shown == m_shown && queue == m_shownQueue)
        return;
    const bool whole = isShownWhole();
    m_shown = std::move(shown);
    m_shownQueue = queue;
    if (needsWalk() && !(whole && isShownWhole())) {
        ++m_generation;
        m_walking = false;
        m_alone = true; // the table doesn't repeat its scan just for the timeline
        forget();
    }
    walkAlone();
    tell();
}

void TimelineMatches::setColour(TimelineColour colour)
{
    if (colour == m_colour)
        return;
    ++m_generation;
    m_walking = false;
    m_colour = colour;
    m_colours = {};
    m_alone = true;
    forget();
    m_timeline.setTellsQueues(colour == TimelineColour::Queue);
    walkAlone();
    tell();
}

void TimelineMatches::fit()
{
    m_fits = isFiltered() && !m_tooMany;
    if (!m_fits)
        m_timeline.fit(m_scope.queue.isEmpty() ? StateSet::all() : m_scope.states);
    else if (m_whole)
        fitFound();
}

/// If fit() is waiting for the scan, emits fitted() with the matches' range, or fits all tasks if there are no matches.
void TimelineMatches::fitFound()
{
    if (!std::exchange(m_fits, false))
        return;
    if (const auto& range = m_found.range())
        Q_EMIT fitted(TimelineFeed::withMargin(*range));
    else
        m_timeline.fit(StateSet::all());
}

TimePoint TimelineMatches::now() const
{
    const Connection* of = m_connection ? m_connection.data() : m_shown.empty() ? nullptr : m_shown.front().data();
    return of ? of->session().serverNow() : TimePoint();
}

void TimelineMatches::walkAlone()
{
    if (!needsWalk() || tableWalks() || m_walking || m_whole || m_tooMany || m_shown.empty())
        return;
    Scan walk;
    for (const QPointer<Connection>& of : m_shown) {
        if (!of || !of->session().isOnline())
            return; // the scan starts when the connection is restored
        if (!m_shownQueue.isEmpty())
            walk.queues.emplace_back(of, m_shownQueue);
        for (const QueueInfo& queue : of->queues()) {
            if (m_shownQueue.isEmpty() && queue.unreadable.isEmpty())
                walk.queues.emplace_back(of, queue.name);
        }
    }
    if (walk.queues.empty())
        return;
    m_walking = true;
    m_walked.start();
    m_changed = false;
    m_walkedOver = m_data.totals;
    walk.startedAt = now();
    if (!m_repeated)
        m_found = {};
    if (scopeOf({}).states.isEmpty()) { // tasks in the displayed states never have errors
        m_walking = false;
        return add({}, {}, true, walk.startedAt);
    }
    walkOn(std::move(walk));
}

void TimelineMatches::walkOn(Scan walk)
{
    const auto [connection, queue] = walk.queues[walk.next];
    if (!connection) {
        m_walking = false;
        return;
    }
    m_asked = connection;
    m_askedOf = connection->session().generation();
    TaskScope scope = scopeOf(queue);
    const TimelineColour colour = m_colour;
    FilterWalk within = std::exchange(walk.within, {});
    connection->session().run(
        Session::Lane::Background, this,
        [scope = std::move(scope), colour, within = std::move(within)](Backend& backend) mutable -> Result<NamedHits> {
            Result<TaskHits> found = searchSteps(backend, scope, std::move(within), true);
            if (!found)
                return found.error();
            NamedHits named{*std::move(found), {}};
            for (const Task& task : named.hits.matches)
                named.names.push_back(nameFor(colour, task));
            return named;
        },
        [this, walk = std::move(walk), generation = m_generation](Result<NamedHits> found) mutable {
            if (generation != m_generation)
                return;
            if (!found) {
                m_walking = false;
                return;
            }
            if (m_colour == TimelineColour::Queue) {
                const auto& [of, name] = walk.queues[walk.next];
                const QByteArray key = of ? TimelineQueue{of->id(), name}.key() : QByteArray();
                std::fill(found->names.begin(), found->names.end(), key);
            }
            const bool queueOver = found->hits.walk.isOver();
            walk.next += queueOver;
            walk.within = queueOver ? FilterWalk() : std::move(found->hits.walk);
            const bool over = walk.next == walk.queues.size();
            m_walking = !over;
            add(found->hits.matches, found->names, over, walk.startedAt);
            if (over) {
                m_rest.start(std::chrono::milliseconds(m_walked.elapsed() * pauseAfterWalk));
            } else if ((m_repeated ? *m_repeated : m_found).size() > mostCounted) {
                m_walking = false;
                forget();
                m_tooMany = true;
                tell();
            } else {
                walkOn(std::move(walk));
            }
        });
}

/// Rescans when the connection has been restored, or if the bars have changed since the last scan.
void TimelineMatches::tryAgain()
{
    if (m_walking && (!m_asked || m_asked->session().generation() != m_askedOf)) {
        ++m_generation;
        m_walking = false;
        m_repeated.reset();
    }
    const bool repeats = m_whole && needsWalk() && !tableWalks() && !m_walking;
    m_changed = m_changed || (repeats && m_data.isKnown() && m_data.totals != m_walkedOver);
    const bool isAsked = m_colour != TimelineColour::State || !isShownWhole();
    if (repeats && m_changed && !m_rest.isActive() && isAsked) {
        m_repeated.emplace();
        m_whole = false;
        walkAlone();
        m_whole = true; // keep the previous scan's counts
        if (!m_walking)
            m_repeated.reset();
        return;
    }
    walkAlone();
}

void TimelineMatches::take(const std::vector<Task>& matches, bool begins, bool over, TimePoint startedAt)
{
    if (!tableWalks() || m_tasks.scope() != m_scope)
        return;
    if (begins && m_whole)
        m_repeated.emplace();
    else if (begins)
        m_found = {};
    std::vector<QByteArray> names;
    for (const Task& task : matches)
        names.push_back(m_colour == TimelineColour::Queue && m_connection
                ? TimelineQueue{m_connection->id(), m_scope.queue}.key()
                : nameFor(m_colour, task));
    add(matches, names, over, startedAt);
}

void TimelineMatches::add(
    const std::vector<Task>& matches, const std::vector<QByteArray>& names, bool over, TimePoint startedAt)
{
    GroupTimes& found = m_repeated ? *m_repeated : m_found;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        const bool isNew = m_colour == TimelineColour::Error && !names[i].isEmpty();
        found.add(matches[i], names[i], isNew ? errorLine(matches[i].error) : QByteArray());
    }
    if (over) {
        if (m_repeated)
            m_found = *std::move(m_repeated);
        m_repeated.reset();
        m_whole = true;
        m_wholeAt = startedAt;
        fitFound();
        tell();
    } else if (!m_repeated && !matches.empty() && !m_pause.isActive()) {
        tell();
        m_pause.start();
    }
}

/// Returns the time of the counts if they may be outdated. If the table's scan provides them, the table keeps them up
/// to date. Counts from this class's own scan are outdated until that scan is repeated.
std::optional<TimePoint> TimelineMatches::asOf() const
{
    if (tableWalks())
        return m_tasks.asOf();
    // When the colors represent states, this class doesn't repeat its scan of the displayed queue.
    const bool isLeft = m_colour == TimelineColour::State && isShownWhole();
    const bool old = m_whole && (m_changed || isLeft) && now() - m_wholeAt > matchesStayNew;
    return old ? std::optional(m_wholeAt) : std::nullopt;
}

/// Adds the listed tasks by state if there is no filter.
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
    for (const TimelineBin& bin : m_data.bins) {
        StateCounts& found = match.bins.emplace_back(m_found.counts(bin.from, bin.to, now()));
        // The bar's own counts may have been read slightly later, so don't let the matches exceed them.
        for (const TaskState state : allStates)
            found[state] = std::min(found[state], bin.counts[state]);
    }
    for (const TimelineTask& task : m_data.tasks)
        match.tasks.push_back(m_found.contains(task.state, task.at, task.id));
    match.partial = !m_whole;
    match.asOf = asOf();
}

std::optional<TimelineMatch> TimelineMatches::match() const
{
    if (m_shown.empty() || !m_data.isKnown() || (m_tooMany && isFiltered()))
        return {};
    const auto isListed = [this](TaskState state) { return m_scope.states.contains(state); };
    const bool all = std::all_of(timelineBands.begin(), timelineBands.end(), isListed);
    const bool none = std::none_of(timelineBands.begin(), timelineBands.end(), isListed);
    // If the filter and the states match all of the bars' tasks or none of them, there is nothing to compare.
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

std::optional<TimelineGroups> TimelineMatches::groups(const TimelineData& data) const
{
    if (m_colour == TimelineColour::State || m_shown.empty() || !data.isKnown())
        return {};
    TimelineGroups groups;
    groups.by = m_colour;
    groups.tooMany = m_tooMany;
    if (m_tooMany)
        return groups;
    if (!needsWalk()) {
        if (!data.queues)
            return {};
        const StateSet listed = m_scope.queue.isEmpty() ? StateSet::all() : m_scope.states;
        groups = groupsOfQueues(data, *data.queues, listed);
    } else {
        groups = m_found.groups(m_colour, data, now());
        groups.partial = !m_whole;
        groups.asOf = asOf();
    }
    keepColours(groups);
    name(groups);
    return groups;
}

/// Keeps each group's color while the group is displayed. A group that reappears gets its previous color back unless a
/// different group is using it. A failure group stays the same when its pattern becomes more or less general.
void TimelineMatches::keepColours(TimelineGroups& groups) const
{
    std::array<bool, TimelineGroups::most> taken{};
    std::vector<TimelineGroup*> without;
    for (TimelineGroup& group : groups.named)
        without.push_back(&group);
    const auto give = [&](auto fits) {
        std::erase_if(without, [&](TimelineGroup* group) {
            for (std::size_t i = 0; i < m_colours.size(); ++i) {
                if (taken[i] || !fits(m_colours[i], *group))
                    continue;
                taken[i] = true;
                group->colour = i;
                m_colours[i] = group->name;
                return true;
            }
            return false;
        });
    };
    give([](const QByteArray& owner, const TimelineGroup& group) { return owner == group.name; });
    if (m_colour == TimelineColour::Error) {
        give([](const QByteArray& owner, const TimelineGroup& group) {
            return !owner.isEmpty() && !group.name.isEmpty()
                && ErrorTemplate(group.name).isNested(ErrorTemplate(owner));
        });
    }
    // First choice: a color that hasn't been used yet.
    give([](const QByteArray& owner, const TimelineGroup&) { return owner.isEmpty(); });
    give([](const QByteArray&, const TimelineGroup&) { return true; });
}

void TimelineMatches::name(TimelineGroups& groups) const
{
    if (m_colour != TimelineColour::Queue)
        return;
    for (TimelineGroup& group : groups.named) {
        const TimelineQueue queue = TimelineQueue::of(group.name);
        group.words = printable(queue.queue, 60);
        const auto of = std::find_if(m_shown.begin(), m_shown.end(),
            [&queue](const QPointer<Connection>& each) { return each && each->id() == queue.connection; });
        if (m_shown.size() > 1 && of != m_shown.end())
            group.words = QStringLiteral("%1 · %2").arg(group.words, printable((*of)->profile().name.toUtf8(), 40));
    }
}

void TimelineMatches::tell()
{
    TimelineData data = m_data;
    data.match = match();
    data.groups = groups(data);
    Q_EMIT loaded(data);
}

} // namespace dueline
