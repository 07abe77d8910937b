// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/taskfeed.h"

#include "ui/presenters/connection.h"

#include <algorithm>
#include <utility>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace dueline {

namespace {

// Number of polling periods after which pages are reloaded even if no change has been detected.
constexpr int longestQuiet = 6;
constexpr int restOfWalk = 10; // pause after a search, as a multiple of how long the search took
// If searches are further apart than this, asOf() reports that the list may be outdated.
constexpr Millis soonEnough{5000};
constexpr std::size_t longList = 10'000; // number of matches above which freed memory is returned to the system

/// Returns freed memory to the system; glibc would keep most of it.
void giveBackMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace

TaskFeed::TaskFeed(TaskTableModel& model, QObject* parent)
    : QObject(parent)
    , m_model(model)
{
    m_timer.setInterval(refreshEvery);
    connect(&m_timer, &QTimer::timeout, this, &TaskFeed::onTimer);
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_again && m_timer.isActive())
            follow();
    });
    connect(&m_model, &TaskTableModel::pageWanted, this, [this](int page) {
        if (byRank()) {
            // The view requests pages one by one while painting. To save round trips, collect all visible pages in one
            // request.
            if (!waits() || !m_asked.contains(page))
                m_wanted.insert(page);
            for (int shown = m_firstRow / TaskTableModel::pageSize;
                 !waits() && shown <= m_lastRow / TaskTableModel::pageSize; ++shown) {
                if (!m_model.holds(shown))
                    m_wanted.insert(shown);
            }
            askPages();
        } else {
            // Deferred: the view is still querying the model.
            QTimer::singleShot(0, this, [this, page] { givePage(page); });
        }
    });
    m_model.setLocator([this](const TaskId& id) { return rowOf(id); });
    m_timer.start();
}

TaskFeed::~TaskFeed() { m_model.setLocator({}); }

bool TaskFeed::waits() const { return m_asking && m_connection && m_askedOf == m_connection->session().generation(); }

/// Returns the list's order. When sorted by instant, a single final state is listed newest first, as in its pages.
TaskOrder TaskFeed::listedOrder() const
{
    TaskOrder order = m_order;
    if (order.by == TaskOrder::By::Instant)
        order.reversed = listsNewestFirst(listedStates());
    return order;
}

bool TaskFeed::byRank() const { return m_scope.filter.isEmpty() && m_order.by == TaskOrder::By::Instant; }

bool TaskFeed::isTooMuchToSort() const
{
    return m_order.by != TaskOrder::By::Instant && matches() > qint64(keptMatches);
}

void TaskFeed::setOrder(TaskOrder order)
{
    if (order == m_order)
        return;
    const bool listed = !byRank() && !m_searching;
    m_order = order;
    if (isTooMuchToSort()) {
        m_order = {};
        Q_EMIT orderDropped(matches());
        return Q_EMIT orderChanged();
    }
    Q_EMIT orderChanged();
    if (listed && !byRank()) {
        m_listed.sort(listedOrder());
        return publishMatches();
    }
    ++m_generation; // ignore pending requests, which are for the previous order
    m_asking = false;
    m_searching = false;
    m_listed = {};
    m_repeated.reset();
    if (byRank())
        m_model.forgetPages(); // the rows keep their previous order until new pages arrive
    if (m_connection && m_connection->session().isOnline() && !m_scope.queue.isEmpty())
        byRank() ? refresh() : startSearch();
}

int TaskFeed::rowAfter(TimePoint at)
{
    const auto last = qint64(m_listed.sorted()) - 1;
    const int row = int(std::clamp<qint64>(qint64(m_listed.until(at)), 0, std::max<qint64>(0, last)));
    constexpr int around = TaskTableModel::pageSize * 2 / 3;
    givePage(std::max(0, row - around) / TaskTableModel::pageSize);
    givePage((row + around) / TaskTableModel::pageSize);
    return row;
}

/// Returns the row of a search result, even if its page isn't loaded, and loads the page.
int TaskFeed::rowOf(const TaskId& id)
{
    if (byRank())
        return -1;
    const int row = m_listed.rowOf(id);
    if (row >= 0)
        givePage(row / TaskTableModel::pageSize);
    return row;
}

void TaskFeed::show(Connection* connection, const TaskScope& scope)
{
    m_connection = connection;
    m_scope = scope;
    ++m_generation;
    m_asking = false;
    m_searching = false;
    m_wanted.clear();
    const bool heldMany = m_listed.size() > longList;
    m_listed = {};
    m_repeated.reset();
    m_matches = 0;
    m_former = 0;
    m_whole = false;
    m_wholeAt.reset();
    m_again = false;
    m_atOnce = false;
    m_rest.stop();
    m_examined = 0;
    m_firstRow = 0;
    m_lastRow = 40;
    m_currentRow = -1;
    m_sought.clear();
    Q_EMIT aboutToChange();
    m_model.reset(0);
    Q_EMIT changed();
    refresh();
    if (heldMany)
        giveBackMemory();
}

void TaskFeed::setVisibleRows(int first, int last)
{
    m_firstRow = std::max(0, first);
    m_lastRow = std::max(m_firstRow, last);
}

void TaskFeed::setLive(bool live) { live ? m_timer.start() : m_timer.stop(); }

/// Reloads if necessary. When tasks are added, removed or moved, the queue's counts change and follow() is called.
/// Lease extensions, and due times changed by other clients, don't affect the counts. Lease extensions must appear
/// immediately; changed due times can appear later.
void TaskFeed::onTimer()
{
    bool leased = false;
    for (int row = m_firstRow; row <= m_lastRow && !leased; ++row) {
        const Task* task = m_model.taskAt(row);
        leased = task && task->state == TaskState::Leased;
    }
    if (leased || ++m_quietPeriods >= longestQuiet)
        follow();
}

void TaskFeed::refresh()
{
    m_rest.stop();
    m_atOnce = true;
    follow();
}

void TaskFeed::follow()
{
    m_quietPeriods = 0;
    if (!m_connection || !m_connection->session().isOnline() || m_scope.queue.isEmpty())
        return;
    if (!byRank()) {
        const bool known = asOf().has_value();
        m_again = true;
        if (m_askedOf != m_connection->session().generation() || (!m_searching && !m_rest.isActive()))
            startSearch();
        if (!known && asOf())
            Q_EMIT outdated();
        return;
    }
    for (int page = m_firstRow / TaskTableModel::pageSize; page <= m_lastRow / TaskTableModel::pageSize; ++page)
        m_wanted.insert(page);
    if (m_currentRow >= 0 && m_currentRow < m_model.rowCount())
        m_wanted.insert(m_currentRow / TaskTableModel::pageSize);
    askPages();
}

void TaskFeed::locate(const TaskId& id)
{
    if (!m_connection || !m_connection->session().isOnline() || m_scope.queue.isEmpty())
        return Q_EMIT located(id, -1);
    if (!byRank()) {
        m_sought = id;
        return tellSought();
    }
    m_connection->session().run(
        Session::Lane::Interactive, this,
        [scope = m_scope, id](Backend& backend) { return rankOf(backend, scope, id); },
        [this, id, generation = m_generation](Result<TaskRank> rank) {
            if (generation != m_generation)
                return;
            if (!rank || rank->row < 0)
                return Q_EMIT located(id, -1);
            Q_EMIT aboutToChange();
            m_matches = rank->total;
            m_former = 0;
            m_whole = true;
            m_wholeAt.reset();
            m_model.setTotal(rank->total);
            m_model.setPage(rank->page, rank->tasks);
            Q_EMIT changed();
            Q_EMIT located(id, rank->row);
        });
}

/// Emits located() after the search has ended.
void TaskFeed::tellSought()
{
    if (m_sought.isEmpty() || m_searching)
        return;
    const TaskId id = std::exchange(m_sought, {});
    Q_EMIT located(id, m_model.rowOf(id));
}

std::optional<TimePoint> TaskFeed::asOf() const
{
    const bool former = m_searching ? m_whole : m_again;
    return former && m_rest.intervalAsDuration() > soonEnough ? m_wholeAt : std::nullopt;
}

void TaskFeed::askPages()
{
    if (m_wanted.isEmpty() || !m_connection || !m_connection->session().isOnline() || !byRank() || waits())
        return;
    // Pages near the visible rows come first. Pages that the user has scrolled past are requested again when they
    // become visible.
    std::vector<int> wanted(m_wanted.begin(), m_wanted.end());
    const int middle = (m_firstRow + m_lastRow) / 2 / TaskTableModel::pageSize;
    std::sort(
        wanted.begin(), wanted.end(), [middle](int a, int b) { return std::abs(a - middle) < std::abs(b - middle); });
    wanted.resize(std::min<std::size_t>(wanted.size(), 4));
    m_wanted.clear();
    m_asked = QSet<int>(wanted.begin(), wanted.end());
    m_asking = true;
    m_askedOf = m_connection->session().generation();
    m_connection->session().run(
        Session::Lane::Interactive, this,
        [scope = m_scope, wanted](Backend& backend) { return loadPages(backend, scope, wanted); },
        [this, generation = m_generation](Result<TaskPages> loaded) {
            if (generation != m_generation)
                return;
            m_asking = false;
            if (!loaded) {
                Q_EMIT failed(loaded.error());
                return;
            }
            Q_EMIT aboutToChange();
            m_matches = loaded->total;
            m_former = 0;
            m_whole = true;
            m_wholeAt.reset();
            m_model.setTotal(loaded->total);
            for (const auto& [page, tasks] : loaded->pages)
                m_model.setPage(page, tasks);
            Q_EMIT changed();
            askPages();
        });
}

void TaskFeed::loadAll()
{
    if (!byRank()) {
        std::vector<TaskRef> refs;
        refs.reserve(m_listed.sorted());
        for (std::size_t row = 0; row < m_listed.sorted(); ++row)
            refs.push_back(TaskTableModel::refOf(m_listed.at(row)));
        return Q_EMIT allLoaded(refs);
    }
    if (!m_connection || !m_connection->session().isOnline() || m_scope.queue.isEmpty())
        return;
    m_connection->session().runInTurns(
        Session::Lane::Background, this, RefsReading{m_scope, keptMatches},
        [this, generation = m_generation](const Result<RefsReading>& read) {
            if (generation != m_generation)
                return;
            if (read)
                Q_EMIT allLoaded(read->refs);
            else
                Q_EMIT failed(read.error());
        },
        [this, generation = m_generation](const RefsReading&) { return generation == m_generation; });
}

void TaskFeed::startSearch()
{
    m_searching = true;
    m_again = false;
    m_atOnce = false;
    m_walked.start();
    m_examined = 0;
    // While a search is repeated, the previous result and its match count remain visible.
    m_former = matches();
    m_matches = 0;
    m_published.invalidate();
    m_repeated.reset();
    if (!m_listed.isEmpty())
        m_repeated.emplace();
    searchOn({});
}

/// Stores up to keptMatches matches and just counts the rest.
void TaskFeed::keep(const std::vector<Task>& matches)
{
    TaskMatches& kept = m_repeated ? *m_repeated : m_listed;
    const std::size_t room = keptMatches - std::min(keptMatches, kept.size());
    for (std::size_t i = 0; i < std::min(room, matches.size()); ++i)
        kept.add(matches[i]);
    if (m_repeated && (!m_searching || m_repeated->size() >= m_listed.size())) {
        m_listed = std::move(*m_repeated);
        m_repeated.reset();
        m_published.invalidate(); // the new list is still unsorted, so publish it immediately
    }
}

void TaskFeed::searchOn(FilterWalk walk)
{
    m_askedOf = m_connection->session().generation();
    const bool begins = !walk.startedAt;
    m_connection->session().run(
        Session::Lane::Background, this,
        [scope = m_scope, walk = std::move(walk)](
            Backend& backend) mutable { return searchSteps(backend, scope, std::move(walk)); },
        [this, begins, generation = m_generation](Result<TaskHits> found) {
            if (generation != m_generation)
                return;
            if (!found) {
                m_searching = false;
                rest();
                Q_EMIT failed(found.error());
                return;
            }
            m_examined += found->examined;
            m_matches += qint64(found->matches.size());
            m_searching = !found->walk.isOver() && m_connection;
            if (!m_searching) {
                m_former = 0;
                m_wholeAt = found->walk.startedAt;
                rest();
            }
            m_whole = !m_searching || (m_whole && m_matches <= m_former);
            keep(found->matches);
            Q_EMIT walked(found->matches, begins, found->walk.isOver(), found->walk.startedAt.value_or(TimePoint()));
            if (isTooMuchToSort()) {
                m_order = {};
                Q_EMIT orderDropped(m_matches);
                Q_EMIT orderChanged();
                if (byRank()) {
                    m_searching = false;
                    m_listed = {};
                    m_repeated.reset();
                    return refresh();
                }
            }
            // Publish the first matches immediately, later ones at intervals, and the rest at the end.
            const bool more = m_listed.sorted() < m_listed.size();
            if (!m_searching || (more && (!m_published.isValid() || m_published.hasExpired(publishEvery.count()))))
                publishMatches();
            Q_EMIT searched(m_matches, m_examined, !m_searching);
            if (m_searching)
                searchOn(std::move(found->walk));
            else if (m_atOnce)
                startSearch(); // tasks that the search has already passed may now match
            else if (m_listed.size() > longList)
                giveBackMemory();
            tellSought();
        });
}

void TaskFeed::rest() { m_rest.start(Millis(m_walked.elapsed() * restOfWalk)); }

void TaskFeed::publishMatches()
{
    m_published.start();
    m_listed.sortRest(listedOrder());
    Q_EMIT aboutToChange();
    m_model.setTotal(qint64(m_listed.sorted()));
    for (const int page : m_model.loadedPages())
        givePage(page);
    for (int page = m_firstRow / TaskTableModel::pageSize; page <= m_lastRow / TaskTableModel::pageSize; ++page)
        givePage(page);
    Q_EMIT changed();
}

void TaskFeed::givePage(int page)
{
    const std::size_t from = std::size_t(page) * TaskTableModel::pageSize;
    if (byRank() || from >= m_listed.sorted())
        return;
    std::vector<Task> tasks;
    for (std::size_t row = from; row < std::min(from + TaskTableModel::pageSize, m_listed.sorted()); ++row)
        tasks.push_back(m_listed.at(row));
    m_model.setPage(page, tasks);
}

} // namespace dueline
