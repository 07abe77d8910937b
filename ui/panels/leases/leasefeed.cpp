// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/leases/leasefeed.h"

#include "ui/presenters/connection.h"

#include <QCoreApplication>
#include <QSysInfo>

#include <algorithm>

namespace dueline {

namespace {

constexpr int perPage = 500;

bool endsEarlier(const LeaseRow& a, const LeaseRow& b)
{
    return a.task.at != b.task.at ? a.task.at < b.task.at : a.key() < b.key();
}

} // namespace

/// Scan of all workers and leases. Each step reads one page.
struct LeaseFeed::Scan
{
    QByteArray worker;
    qint64 limit = 0;
    bool withWorkers = false; ///< true if the layout lists workers
    std::vector<QueueInfo> queues;
    std::size_t queue = 0;
    qint64 offset = 0;
    std::vector<WorkerInfo> workers;
    std::vector<LeaseRow> leases;
    // Ids of the leases in `leases`. A lease extended between two reads may appear on two pages.
    QSet<QByteArray> met;
    qint64 total = 0;

    bool finished() const { return queue >= queues.size(); }

    void nextQueue()
    {
        ++queue;
        offset = 0;
    }

    /// Runs one step. Returns true when everything has been read.
    Result<bool> step(Backend& backend)
    {
        if (offset == 0 && queue == 0 && withWorkers) {
            auto read = backend.inspector().workers();
            if (!read)
                return read.error();
            workers = std::move(*read);
        }
        if (finished())
            return true;
        const QueueInfo& from = queues[queue];
        const int wanted = worker.isEmpty() ? int(std::min<qint64>(perPage, limit - offset)) : perPage;
        auto page = backend.inspector().page({from.name, TaskState::Leased, offset, wanted});
        const bool went
            = !page && (page.error().code == ErrorCode::NotFound || page.error().code == ErrorCode::WrongType);
        if (!page && !went)
            return page.error();
        if (page)
            take(from, *page);
        else
            nextQueue(); // this queue was deleted or has become unreadable
        return finished();
    }

    void take(const QueueInfo& from, TaskPage& page)
    {
        const auto got = qint64(page.tasks.size());
        for (Task& task : page.tasks) {
            if (!worker.isEmpty() && task.worker != worker)
                continue;
            LeaseRow lease{from.name, std::move(task), LeaseFate::Held, from.settings.leaseFor};
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
    : PollingFeed(parent)
{ }

void LeaseFeed::show(Connection* shown)
{
    if (shown == connection())
        return;
    follow(shown);
    if (shown)
        connect(shown, &Connection::queuesChanged, this, &LeaseFeed::meetNewQueues);
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

/// Discards the current scan and starts over, because the request has changed.
void LeaseFeed::again()
{
    drop();
    m_loaded = false;
    refresh();
}

/// Reads immediately if a queue that wasn't in the last read now has leases.
void LeaseFeed::meetNewQueues()
{
    const std::vector<QueueInfo>& queues = connection()->queues();
    const bool unread = std::any_of(queues.begin(), queues.end(), [this](const QueueInfo& queue) {
        return queue.unreadable.isEmpty() && queue.counts[TaskState::Leased] > 0 && !m_read.contains(queue.name);
    });
    if (unread && isLive())
        refresh();
}

void LeaseFeed::ask()
{
    Scan all;
    all.worker = m_worker;
    all.limit = m_limit;
    all.withWorkers = session().capabilities().workers;
    m_read.clear();
    for (const QueueInfo& queue : connection()->queues()) {
        if (queue.unreadable.isEmpty() && queue.counts[TaskState::Leased] > 0) {
            all.queues.push_back(queue);
            m_read.insert(queue.name);
        }
    }
    walk(std::move(all), refreshEvery, [this](Scan read) { take(std::move(read)); });
}

void LeaseFeed::take(Scan walk)
{
    const LeaseHolders holders(walk.workers);
    QSet<QByteArray> known;
    QSet<QByteArray> own;
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
    }
    const TimePoint now = session().serverNow();
    QHash<QByteArray, Millis> longest;
    for (LeaseRow& row : walk.leases) {
        const QByteArray& holder = row.task.worker;
        const Capabilities& can = session().capabilities(row.queue);
        row.here = own.contains(holder);
        row.fate = holders.fateOf(row.task, row.queue, can);
        if (row.fate != LeaseFate::Held && !can.unlistedWorkers) {
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
        // Workers and tasks can request longer leases than the queue's default, so a full bar represents the longest
        // remaining time observed.
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
