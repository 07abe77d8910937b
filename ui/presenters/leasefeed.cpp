// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/leasefeed.h"

#include "ui/presenters/connection.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSysInfo>

#include <algorithm>

namespace dueline {

namespace {

constexpr int perPage = 500;
constexpr int pagesPerRun = 4; ///< then others have their turn on the lane
constexpr int restOfWork = 10; ///< it rests ten times as long as it worked

bool endsEarlier(const LeaseRow& a, const LeaseRow& b)
{
    return a.task.at != b.task.at ? a.task.at < b.task.at : a.key() < b.key();
}

} // namespace

/// One reading of everything, in runs of a few pages.
struct LeaseFeed::Walk
{
    QByteArray worker;
    qint64 limit = 0;
    bool withWorkers = false; ///< the layout knows workers
    std::vector<QueueInfo> queues;
    std::size_t queue = 0;
    qint64 offset = 0;
    std::vector<WorkerInfo> workers;
    std::vector<LeaseRow> leases;
    QSet<QByteArray> met; ///< of `leases`: one that is extended between two pages comes again in the second
    qint64 total = 0;
    QElapsedTimer time;

    bool finished() const { return queue >= queues.size(); }

    void nextQueue()
    {
        ++queue;
        offset = 0;
    }

    Result<> step(Backend& backend)
    {
        if (offset == 0 && queue == 0 && withWorkers) {
            auto read = backend.inspector().workers();
            if (!read)
                return read.error();
            workers = std::move(*read);
        }
        for (int pages = 0; pages < pagesPerRun && !finished(); ++pages) {
            const QueueInfo& from = queues[queue];
            const int wanted = worker.isEmpty() ? int(std::min<qint64>(perPage, limit - offset)) : perPage;
            auto page = backend.inspector().page({from.name, TaskState::Leased, offset, wanted});
            if (!page) {
                if (page.error().code != ErrorCode::NotFound && page.error().code != ErrorCode::WrongType)
                    return page.error();
                nextQueue(); // it broke, or went, since it was listed
                continue;
            }
            take(from, *page);
        }
        return {};
    }

    void take(const QueueInfo& from, TaskPage& page)
    {
        const auto got = qint64(page.tasks.size());
        for (Task& task : page.tasks) {
            if (!worker.isEmpty() && task.worker != worker)
                continue;
            LeaseRow lease{from.name, std::move(task), LeaseRow::Fate::Held, from.settings.leaseFor};
            const QByteArray key = lease.key();
            if (met.contains(key))
                continue;
            met.insert(key);
            total += worker.isEmpty() ? 0 : 1;
            leases.push_back(std::move(lease));
        }
        std::sort(leases.begin(), leases.end(), endsEarlier);
        if (qint64(leases.size()) > limit)
            leases.resize(std::size_t(limit));
        offset += got;
        if (got > 0 && offset < page.total && (!worker.isEmpty() || offset < limit))
            return;
        total += worker.isEmpty() ? page.total : 0;
        nextQueue();
    }
};

LeaseFeed::LeaseFeed(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LeaseFeed::refresh);
}

void LeaseFeed::show(Connection* connection)
{
    if (connection == m_connection)
        return;
    if (m_connection)
        m_connection->disconnect(this);
    m_connection = connection;
    if (connection) // lanes that were opened anew owe no answer
        connect(connection, &Connection::stateChanged, this, &LeaseFeed::refresh);
    if (connection)
        connect(connection, &Connection::queuesChanged, this, &LeaseFeed::meetNewQueues);
    m_read.clear();
    m_worker.clear();
    m_limit = shownAtFirst;
    m_workers.clear();
    m_leases.clear();
    m_longest.clear();
    m_total = 0;
    again();
    Q_EMIT changed();
}

void LeaseFeed::setWorker(const QByteArray& worker)
{
    if (worker == m_worker)
        return;
    m_worker = worker;
    m_limit = shownAtFirst;
    again();
}

void LeaseFeed::showMore()
{
    m_limit = m_limit * 2;
    again();
}

/// Another wish: what is on its way is nobody's any more.
void LeaseFeed::again()
{
    ++m_generation;
    m_asking = false;
    m_askAgain = false;
    m_loaded = false;
    refresh();
}

void LeaseFeed::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active)
        refresh();
    else
        m_timer.stop();
}

void LeaseFeed::setLive(bool live)
{
    if (live == m_live)
        return;
    m_live = live;
    if (live)
        refresh();
    else
        m_timer.stop();
}

void LeaseFeed::refresh()
{
    if (!m_active || !m_connection)
        return;
    if (m_asking && m_askedOf == m_connection->session().generation()) {
        m_askAgain = true;
        return;
    }
    m_timer.stop();
    if (m_connection->session().isOnline())
        begin();
    else
        m_timer.start(refreshEvery);
}

/// A queue whose first lease came after the last reading is not left for the next one.
void LeaseFeed::meetNewQueues()
{
    const std::vector<QueueInfo>& queues = m_connection->queues();
    const bool unread = std::any_of(queues.begin(), queues.end(), [this](const QueueInfo& queue) {
        return queue.unreadable.isEmpty() && queue.counts[TaskState::Leased] > 0 && !m_read.contains(queue.name);
    });
    if (unread && m_live)
        refresh();
}

void LeaseFeed::begin()
{
    Walk walk;
    walk.worker = m_worker;
    walk.limit = m_limit;
    walk.withWorkers = m_connection->session().capabilities().workers;
    m_read.clear();
    for (const QueueInfo& queue : m_connection->queues()) {
        if (queue.unreadable.isEmpty() && queue.counts[TaskState::Leased] > 0) {
            walk.queues.push_back(queue);
            m_read.insert(queue.name);
        }
    }
    walk.time.start();
    m_asking = true;
    m_askAgain = false;
    m_askedOf = m_connection->session().generation();
    ++m_generation;
    goOn(std::move(walk));
}

void LeaseFeed::goOn(Walk walk)
{
    m_connection->session().run(
        Session::Lane::Background, this,
        [walk = std::move(walk)](Backend& backend) mutable -> Result<Walk> {
            if (auto done = walk.step(backend); !done)
                return done.error();
            return std::move(walk);
        },
        [this, generation = m_generation](Result<Walk>&& walked) {
            if (generation != m_generation)
                return;
            if (walked && !walked->finished() && m_connection && m_active) {
                goOn(std::move(*walked));
                return;
            }
            m_asking = false;
            const qint64 took = walked ? walked->time.elapsed() : 0;
            if (!walked)
                Q_EMIT failed(walked.error());
            else if (walked->finished())
                take(std::move(*walked));
            if (m_askAgain)
                refresh();
            else if (m_active && m_live)
                m_timer.start(std::max(refreshEvery, Millis(took * restOfWork)));
        });
}

void LeaseFeed::take(Walk walk)
{
    QSet<QByteArray> alive;
    QSet<QByteArray> known;
    QSet<QByteArray> own;
    QSet<QueueName> served;
    QHash<QByteArray, TimePoint> lastSeen;
    const QByteArray host = QSysInfo::machineHostName().toUtf8();
    m_workers.clear();
    for (const WorkerInfo& worker : walk.workers) {
        known.insert(worker.id);
        lastSeen.insert(worker.id, worker.seenAt);
        const bool here = worker.processId == QCoreApplication::applicationPid() && worker.host == host;
        m_workers.push_back({worker, true, here});
        if (here)
            own.insert(worker.id);
        if (worker.lost)
            continue;
        alive.insert(worker.id);
        served.unite(QSet<QueueName>(worker.queues.begin(), worker.queues.end()));
    }
    const TimePoint now = m_connection->session().serverNow();
    QHash<QByteArray, Millis> longest;
    for (LeaseRow& row : walk.leases) {
        const QByteArray& holder = row.task.worker;
        row.here = own.contains(holder);
        if (walk.withWorkers && !alive.contains(holder)) {
            row.fate = served.contains(row.queue) ? LeaseRow::Fate::Lost : LeaseRow::Fate::Orphaned;
            if (const auto seen = lastSeen.constFind(holder); seen != lastSeen.constEnd())
                row.silentSince = *seen;
            if (!holder.isEmpty() && !known.contains(holder)) {
                known.insert(holder);
                WorkerInfo silent;
                silent.id = holder;
                silent.lost = true;
                silent.queues = {row.queue};
                m_workers.push_back({silent, false, false});
            }
        }
        // A worker or a task may ask for longer leases than the queue's: the longest that was seen fills the bar.
        const QByteArray key = row.key();
        const Millis seen = std::max(m_longest.value(key, Millis(0)), row.task.at - now);
        longest.insert(key, seen);
        row.full = std::max(row.full, seen);
    }
    m_longest = std::move(longest);
    m_leases = std::move(walk.leases);
    m_total = walk.total;
    m_loaded = true;
    Q_EMIT changed();
}

} // namespace dueline
