// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/adopt/adoptundo.h"

#include "core/base/text.h"
#include "core/console/operations/operationsteering.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/custom/adoptstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

struct AdoptUndo::Sides
{
    /// Prepares the connection to the custom queue; `native` is set later. `layout`: the custom layout.
    Sides(const RedisConfig& redis, const LayoutSpec& layout)
        : client(redis)
        , store(adoptStoreOf(layout, client))
    { }

    RedisClient client;
    std::unique_ptr<AdoptStore> store;
    std::unique_ptr<Backend> native;
};

AdoptUndo::AdoptUndo(ConnectionSpec connection, OperationRecord adoption, Access access, QByteArray by)
    : m_connection(std::move(connection))
    , m_adoption(std::move(adoption))
    , m_access(access)
{
    // Derive the id from the adoption's id, so that a resumed undo recognizes tasks it has already discarded.
    m_record.id = m_adoption.id + "-undo";
    m_record.kind = "undo";
    m_record.queue = m_adoption.queue;
    m_record.undoes = m_adoption.id;
    m_record.by = std::move(by);
    m_record.reason = "adopt " + m_adoption.filter;
    m_unique = uniquePartOf(m_adoption.id);
}

AdoptUndo::~AdoptUndo() = default;

Result<> AdoptUndo::begin()
{
    const auto layout = parseLayout(QString::fromUtf8(m_adoption.filter));
    if (m_adoption.kind != "adopt" || !layout || !layout->facts().adoptable) {
        return Error{ErrorCode::Usage,
            u"The operation %1 is not the adoption of a custom queue."_s.arg(printable(m_adoption.id))};
    }
    if (!m_adoption.undoneBy.isEmpty() || !m_adoption.undoable) {
        return Error{ErrorCode::Refused,
            u"The operation %1 cannot be undone: it was already undone, or moved nothing."_s.arg(
                printable(m_adoption.id))};
    }
    auto sides = std::make_unique<Sides>(m_connection.redis, *layout);
    if (const auto opened = sides->client.open(); !opened)
        return opened.error();
    auto native = openBackend(nativeSide(m_connection), {}, m_access);
    if (!native)
        return native.error();
    if (!(*native)->editor())
        return Error{ErrorCode::Refused, u"This connection is read-only. Allow changes to undo operations."_s};
    const auto end = sides->store->end(m_unique);
    if (!end)
        return end.error();
    if (*end == 0) {
        return Error{ErrorCode::Refused,
            u"The operation %1 cannot be undone: its undo period is over."_s.arg(printable(m_adoption.id))};
    }
    const auto now = (*native)->serverTime();
    if (!now)
        return now.error();
    m_record.at = *now;
    sides->native = *std::move(native);
    m_end = *end;
    m_progress.total = m_adoption.done;
    m_sides = std::move(sides);
    return writeRecords(false);
}

Result<> AdoptUndo::act(ActionKind kind, const std::vector<TaskRef>& refs)
{
    if (refs.empty())
        return {};
    ActionStep step;
    step.queue = m_record.queue;
    // An operation acts on each task only once, so actions after the discard need another id.
    step.operation = kind == ActionKind::Discard ? m_record.id : m_record.id + "ne";
    step.action.kind = kind;
    step.refs = refs;
    const auto done = m_sides->native->editor()->act(step);
    return done ? Result<>() : Result<>(done.error());
}

/// Returns the tasks among `refs` that this undo has moved to the trash.
Result<std::vector<TaskRef>> AdoptUndo::discarded(const std::vector<TaskRef>& refs)
{
    std::vector<TaskRef> found;
    for (const TaskRef& ref : refs) {
        const auto detail = m_sides->native->inspector().task(m_record.queue, ref.id);
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        if (detail && detail->task.state == TaskState::Trash && detail->lastOperation == m_record.id)
            found.push_back({ref.id, TaskState::Trash, {}, detail->task.at});
    }
    return found;
}

Result<> AdoptUndo::putBack(std::vector<AdoptEntry> entries)
{
    // Return the entries in reverse, to restore a list's original order.
    std::reverse(entries.begin(), entries.end());
    std::vector<AdoptEntry> adopted, back;
    std::vector<TaskRef> waiting, candidates;
    for (AdoptEntry& entry : entries) {
        if (entry.state == AdoptState::Taken) {
            back.push_back(std::move(entry)); // never added to the native queue, so there is no task to discard
            continue;
        }
        const auto task = adoptedTask(*m_sides->store, m_unique, entry.ordinal, entry.entry, m_record.at);
        if (entry.state != AdoptState::Added || !task)
            continue;
        const auto detail = m_sides->native->inspector().task(m_record.queue, task->id);
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        if (!detail)
            continue;
        const Task& there = detail->task;
        if (there.state == TaskState::Scheduled || there.state == TaskState::Due)
            waiting.push_back({there.id, there.state, {}, there.at});
        candidates.push_back({there.id, there.state, {}, there.at});
        adopted.push_back(std::move(entry));
    }
    if (const auto acted = act(ActionKind::Discard, waiting); !acted)
        return acted;
    const auto trashed = discarded(candidates);
    if (!trashed)
        return trashed.error();
    for (std::size_t i = 0; i < adopted.size(); ++i) {
        const bool ours = std::any_of(
            trashed->begin(), trashed->end(), [&](const TaskRef& ref) { return ref.id == candidates[i].id; });
        if (ours)
            back.push_back(adopted[i]);
    }
    std::sort(back.begin(), back.end(), [](const AdoptEntry& a, const AdoptEntry& b) { return a.ordinal > b.ordinal; });
    if (back.empty())
        return {};
    const auto outcomes = m_sides->store->putBack(m_unique, back);
    if (!outcomes)
        return outcomes.error();
    std::vector<TaskRef> gone, kept;
    for (std::size_t i = 0; i < back.size(); ++i) {
        const bool isBack = (*outcomes)[i] == AdoptStore::BackOutcome::Back;
        m_progress.restored += isBack ? 1 : 0;
        const auto task = adoptedTask(*m_sides->store, m_unique, back[i].ordinal, back[i].entry, m_record.at);
        const auto ref = std::find_if(
            trashed->begin(), trashed->end(), [&](const TaskRef& there) { return task && there.id == task->id; });
        if (ref != trashed->end())
            (isBack ? gone : kept).push_back(*ref);
    }
    // An entry can't be returned if the key contains a new entry with the same name. Restore its task from the trash:
    // it is now the only copy.
    if (const auto restored = act(ActionKind::Restore, kept); !restored)
        return restored;
    return act(ActionKind::Delete, gone);
}

Result<UndoProgress> AdoptUndo::step()
{
    if (m_progress.finished)
        return m_progress;
    if (!m_sides) {
        if (const auto begun = begin(); !begun)
            return begun.error();
    }
    if (m_cancelled) {
        m_progress.cancelled = m_progress.finished = true;
        if (const auto written = writeRecords(false); !written)
            return written.error();
        return m_progress;
    }
    const qint64 from = std::max<qint64>(0, m_end - adoptedPerStep);
    auto entries = m_sides->store->taken(m_unique, from, int(m_end - from));
    if (!entries)
        return entries.error();
    if (const auto done = putBack(*std::move(entries)); !done)
        return done.error();
    m_end = from;
    if (m_end == 0) {
        m_progress.total = std::max(m_progress.total, m_progress.restored);
        m_progress.movedOn = m_progress.total - m_progress.restored;
        if (const auto finished = m_sides->store->finish(m_unique); !finished)
            return finished.error();
        if (const auto written = writeRecords(true); !written)
            return written.error();
        m_progress.finished = true;
    }
    return m_progress;
}

Result<UndoProgress> AdoptUndo::finish(const std::function<bool(const UndoProgress&)>& observer)
{
    return stepToEnd(
        m_progress, observer, [&] { return step(); }, [this] { cancel(); }, [] {});
}

Result<> AdoptUndo::writeRecords(bool finished)
{
    QueueEditor& editor = *m_sides->native->editor();
    m_record.total = m_progress.total;
    m_record.done = m_progress.restored;
    m_record.skipped = m_progress.movedOn;
    m_record.finished = finished;
    if (const auto written = editor.record(m_record); !written)
        return written;
    if (!finished)
        return {};
    m_adoption.undoable = false;
    m_adoption.undoneBy = m_record.id;
    return editor.record(m_adoption);
}

} // namespace dueline
