// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/adoptrun.h"

#include "core/base/text.h"
#include "core/console/operations/operationsteering.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/custom/adoptstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

struct AdoptRun::Sides
{
    /// Prepares both connections. `layout`: the custom layout.
    Sides(const RedisConfig& redis, const LayoutSpec& layout)
        : client(redis)
        , store(adoptStoreOf(layout, client))
    { }

    RedisClient client;
    std::unique_ptr<AdoptStore> store;
    std::unique_ptr<Backend> native;
};

AdoptRun::AdoptRun(AdoptRequest request)
    : m_request(std::move(request))
{ }

AdoptRun::~AdoptRun() = default;

QByteArray AdoptRun::unique() const { return uniquePartOf(m_record.id); }

QByteArray AdoptRun::target() const { return m_request.from.prefix + ' ' + m_record.queue; }

Result<> AdoptRun::open()
{
    if (m_sides)
        return {};
    if (const auto adoptable = checkAdoptable(m_request.from); !adoptable)
        return adoptable;
    const auto queue = adoptTarget(m_request);
    if (!queue)
        return queue.error();
    auto sides = std::make_unique<Sides>(m_request.from.redis, m_request.from.layout);
    if (const auto opened = sides->client.open(); !opened)
        return opened.error();
    auto native = openBackend(nativeSide(m_request.from), {}, m_request.access);
    if (!native)
        return native.error();
    sides->native = *std::move(native);
    m_record.queue = *queue;
    m_record.id = makeOperationId(*queue, SystemClock().now());
    m_record.kind = "adopt";
    m_record.filter = m_request.from.layout.text().toUtf8();
    m_record.by = m_request.by;
    m_record.reason = m_request.reason;
    m_sides = std::move(sides);
    return {};
}

Result<AdoptPreview> AdoptRun::preview()
{
    if (const auto opened = open(); !opened)
        return opened.error();
    AdoptPreview preview;
    preview.to = m_record.queue;
    const auto count = m_sides->store->count();
    if (!count)
        return count.error();
    preview.entries = count->entries;
    preview.firstDue = count->firstDue;
    preview.lastDue = count->lastDue;
    const auto now = m_sides->native->serverTime();
    if (!now)
        return now.error();
    preview.serverNow = *now;
    auto there = m_sides->native->inspector().queue(m_record.queue);
    if (there)
        preview.target = *std::move(there);
    else if (there.error().code != ErrorCode::NotFound)
        return there.error();
    const auto interrupted = m_sides->store->unfinished();
    if (!interrupted)
        return interrupted.error();
    preview.interrupted = qint64(std::count_if(interrupted->begin(), interrupted->end(),
        [this](const AdoptStore::Unfinished& other) { return other.to == target(); }));
    // Ignore errors: only the preview needs this, and tasks can be adopted even if the layout can't read all of its
    // data.
    const auto home = openBackend(m_request.from, {}, Access::ReadOnly);
    const auto queues = home ? (*home)->inspector().queues() : home.error();
    if (queues && !queues->empty()) {
        preview.staying = queues->front().counts;
        preview.staying[TaskState::Scheduled] = preview.staying[TaskState::Due] = 0;
    }
    return preview;
}

Result<> AdoptRun::begin()
{
    if (!m_sides->native->editor())
        return Error{ErrorCode::Refused, u"This connection is read-only. Allow changes to adopt tasks."_s};
    const auto others = m_sides->store->unfinished();
    if (!others)
        return others.error();
    for (const AdoptStore::Unfinished& other : *others) {
        const auto held = m_sides->store->held(other.operation);
        if (!held)
            return held.error();
        if (other.to != target() && *held == 0)
            continue; // all of that adoption's entries have reached its target queue
        if (other.to != target()) {
            return Error{ErrorCode::Refused,
                u"An earlier adoption of %1 into the queue %2 was interrupted; complete it first."_s.arg(
                    printable(m_sides->store->key(), 60), printable(other.to.mid(other.to.indexOf(' ') + 1), 60))};
        }
        m_interrupted.push_back(other.operation);
    }
    const auto count = m_sides->store->count();
    if (!count)
        return count.error();
    const auto now = m_sides->native->serverTime();
    if (!now)
        return now.error();
    m_record.at = *now;
    m_listedAt = *now - Millis(count->entries);
    m_progress.total = count->entries;
    if (const auto begun = m_sides->store->begin(unique(), target()); !begun)
        return begun;
    m_began = true;
    m_recorded.start();
    return {};
}

/// Completes interrupted adoptions by adding the entries that they took from the key but didn't add to the queue.
Result<> AdoptRun::resume()
{
    while (!m_interrupted.empty()) {
        const QByteArray operation = m_interrupted.back();
        const auto end = m_sides->store->end(operation);
        if (!end)
            return end.error();
        for (qint64 from = 0; from < *end; from += adoptedPerStep) {
            const auto entries
                = m_sides->store->taken(operation, from, int(std::min<qint64>(adoptedPerStep, *end - from)));
            if (!entries)
                return entries.error();
            m_pending = {operation, {}, {}};
            for (const AdoptEntry& entry : *entries) {
                if (entry.state != AdoptState::Taken)
                    continue;
                const auto task
                    = adoptedTask(*m_sides->store, operation, entry.ordinal, entry.entry, m_record.at - Millis(*end));
                if (!task)
                    continue;
                m_pending.tasks.push_back(*task);
                m_pending.ordinals.push_back(entry.ordinal);
            }
            if (const auto settled = settle(); !settled)
                return settled;
        }
        if (const auto finished = m_sides->store->finish(operation); !finished)
            return finished;
        m_interrupted.pop_back();
    }
    return {};
}

/// Adds the pending entries to the queue and marks them as added. Can be called again after an error, because the tasks
/// keep their ids.
Result<> AdoptRun::settle()
{
    if (m_pending.tasks.empty())
        return {};
    const auto added = m_sides->native->editor()->add(m_record.queue, m_pending.tasks);
    if (!added)
        return added.error();
    if (std::find(added->begin(), added->end(), AddOutcome::Conflict) != added->end()) {
        return Error{ErrorCode::Exists,
            u"The queue %1 has another task with the same id. No data was lost: the %2 entries are stored in a "
            u"separate key."_s.arg(printable(m_record.queue, 60))
                .arg(m_pending.tasks.size())};
    }
    if (const auto marked = m_sides->store->markAdded(m_pending.operation, m_pending.ordinals); !marked)
        return marked;
    m_progress.done += qint64(m_pending.tasks.size());
    m_pending = {};
    return {};
}

/// Moves up to 100 entries from the key to the queue. Returns true once all entries that were in the key at the start
/// have been processed.
Result<bool> AdoptRun::takeSome()
{
    const bool walks = m_sides->store->isWalked();
    // Ignore entries added since the start: otherwise, a fast producer could keep this run busy forever.
    const qint64 rest = m_progress.total - m_ordinal - m_progress.left.timeless - m_progress.left.unreadable;
    if (!walks && rest <= 0)
        return true;
    const auto entries
        = m_sides->store->read(m_skip, walks ? adoptedPerStep : int(std::min<qint64>(adoptedPerStep, rest)), m_cursor);
    if (!entries)
        return entries.error();
    std::vector<HomeEntry> fitting;
    std::vector<NewTask> tasks;
    for (const HomeEntry& entry : *entries) {
        auto task = adoptedTask(
            *m_sides->store, unique(), m_ordinal + qint64(fitting.size()), entry, m_listedAt, &m_progress.left);
        if (!task) {
            ++m_skip;
            continue;
        }
        fitting.push_back(entry);
        tasks.push_back(*std::move(task));
    }
    for (std::size_t from = 0; from < fitting.size(); from += adoptedPerStep) {
        const std::size_t to = std::min(fitting.size(), from + adoptedPerStep);
        const std::vector<HomeEntry> some(fitting.begin() + std::ptrdiff_t(from), fitting.begin() + std::ptrdiff_t(to));
        const auto outcomes = m_sides->store->take(unique(), m_ordinal, some);
        if (!outcomes)
            return outcomes.error();
        m_pending = {unique(), {}, {}};
        for (std::size_t i = 0; i < outcomes->size(); ++i) {
            const auto outcome = (*outcomes)[i];
            if (outcome == AdoptStore::TakeOutcome::Taken) {
                m_pending.tasks.push_back(tasks[from + i]);
                m_pending.ordinals.push_back(m_ordinal + qint64(i));
            } else if (outcome == AdoptStore::TakeOutcome::Locked) {
                ++m_progress.left.locked;
                ++m_skip;
            } else {
                ++m_progress.left.gone;
            }
        }
        m_ordinal += qint64(some.size());
        if (const auto settled = settle(); !settled)
            return settled.error();
    }
    return walks ? m_cursor.isEmpty() : entries->empty();
}

Result<AdoptProgress> AdoptRun::step()
{
    if (m_progress.finished)
        return m_progress;
    if (const auto opened = open(); !opened)
        return opened.error();
    if (!m_began) {
        if (const auto begun = begin(); !begun)
            return begun.error();
    }
    if (const auto settled = settle(); !settled)
        return settled.error();
    if (const auto resumed = resume(); !resumed)
        return resumed.error();
    bool ended = m_cancelled;
    if (!ended) {
        const auto taken = takeSome();
        if (!taken)
            return taken.error();
        ended = *taken;
    }
    if (ended) {
        if (const auto finished = m_sides->store->finish(unique()); !finished)
            return finished.error();
        m_progress.cancelled = m_cancelled;
    }
    if (ended || m_recorded.elapsed() >= recordEveryMs) {
        if (const auto written = writeRecord(ended); !written)
            return written.error();
    }
    m_progress.finished = ended;
    return m_progress;
}

Result<AdoptProgress> AdoptRun::finish(const Observer& observer)
{
    return stepToEnd(
        m_progress, observer, [&] { return step(); }, [this] { cancel(); },
        [&] {
            if (m_began) {
                giveBack();
                (void)writeRecord(false);
            }
        });
}

/// Returns the pending entries to the key after an error that ends the run, unless one of them may have been added to
/// the queue. Entries that can't be returned remain in the store, and the next run adds them.
void AdoptRun::giveBack()
{
    if (m_pending.tasks.empty())
        return;
    std::vector<AdoptEntry> entries;
    // Return the last entry first, to restore a list's order.
    for (std::size_t i = m_pending.tasks.size(); i-- > 0;) {
        const auto there = m_sides->native->inspector().task(m_record.queue, m_pending.tasks[i].id);
        // A queue that refuses reads can't have accepted the task either. After any other error, the task may exist.
        if (there || (there.error().code != ErrorCode::NotFound && !isRefusal(there.error().code)))
            return;
        entries.push_back({m_pending.ordinals[i], AdoptState::Taken, {}});
    }
    if (m_sides->store->isWalked()) {
        for (AdoptEntry& entry : entries) {
            const auto kept = m_sides->store->taken(m_pending.operation, entry.ordinal, 1);
            if (!kept || kept->empty())
                return;
            entry = kept->front();
        }
    }
    if (!m_sides->store->putBack(m_pending.operation, entries))
        return;
    const bool own = m_pending.operation == unique();
    m_pending = {};
    if (own)
        (void)m_sides->store->finish(unique());
}

Result<> AdoptRun::writeRecord(bool finished)
{
    OperationRecord record = m_record;
    record.total = std::max(m_progress.total, m_progress.done);
    record.done = m_progress.done;
    record.skipped = m_progress.left.total();
    record.finished = finished;
    record.undoable = m_progress.done > 0;
    m_recorded.start();
    const auto written = m_sides->native->editor()->record(record);
    // NotFound: no task has been added, so the queue may not exist yet
    if (!written && written.error().code != ErrorCode::NotFound)
        return written;
    m_record = record;
    return {};
}

} // namespace dueline
