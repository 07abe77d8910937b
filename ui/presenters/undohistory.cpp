// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/undohistory.h"

#include "core/console/operations/operationlog.h"
#include "ui/presenters/connection.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dueline {

namespace {

bool isInView(const UndoHistory::Undoable& known, const QueueName& queue)
{
    return queue.isEmpty() || known.operation.queue == queue || known.seenFrom == queue;
}

} // namespace

void UndoHistory::offer(
    Connection& connection, const OperationRecord& operation, const QueueName& seenFrom, quint64 action)
{
    std::erase_if(m_offered, [&operation](const Undoable& known) { return known.operation.id == operation.id; });
    m_undoing.remove(operation.id);
    if (action != 0)
        m_actions.insert(operation.id, action);
    m_offered.push_back({&connection, operation, seenFrom, action, ++m_order});
    Q_EMIT changed();
}

void UndoHistory::forget(const OperationId& operation)
{
    std::erase_if(m_offered, [&operation](const Undoable& known) { return known.operation.id == operation; });
    Q_EMIT changed();
}

void UndoHistory::setUndoing(const OperationId& operation, bool isUndoing)
{
    if (isUndoing)
        m_undoing.insert(operation);
    else
        m_undoing.remove(operation);
    Q_EMIT changed();
}

const UndoHistory::Undoable* UndoHistory::last() const
{
    const auto found = std::find_if(
        m_offered.rbegin(), m_offered.rend(), [](const Undoable& known) { return !known.connection.isNull(); });
    return found == m_offered.rend() ? nullptr : &*found;
}

const UndoHistory::Undoable* UndoHistory::lastOf(const Connection* connection) const
{
    return lastInView(connection, {});
}

const UndoHistory::Undoable* UndoHistory::lastInView(const Connection* connection, const QueueName& queue) const
{
    const auto found = std::find_if(m_offered.rbegin(), m_offered.rend(), [connection, &queue](const Undoable& known) {
        return connection && known.connection == connection && isInView(known, queue);
    });
    return found == m_offered.rend() ? nullptr : &*found;
}

std::vector<UndoHistory::Undoable> UndoHistory::actionInView(const Connection* connection, const QueueName& queue) const
{
    const Undoable* last = lastInView(connection, queue);
    return last ? actionOf(*last, queue) : std::vector<Undoable>();
}

const UndoHistory::Undoable* UndoHistory::offered(const OperationId& operation) const
{
    const auto found = std::find_if(m_offered.begin(), m_offered.end(),
        [&operation](const Undoable& known) { return known.operation.id == operation; });
    return found == m_offered.end() ? nullptr : &*found;
}

std::vector<UndoHistory::Undoable> UndoHistory::actionOf(const OperationId& operation) const
{
    const Undoable* part = offered(operation);
    return part ? actionOf(*part, {}) : std::vector<Undoable>();
}

/// Returns an action's undoable operations. `inView`: limits the result to operations that affect this queue or began
/// while it was displayed; empty for no limit.
std::vector<UndoHistory::Undoable> UndoHistory::actionOf(const Undoable& part, const QueueName& inView) const
{
    if (part.action == 0)
        return {part};
    std::vector<Undoable> parts;
    std::copy_if(m_offered.begin(), m_offered.end(), std::back_inserter(parts), [&](const Undoable& known) {
        return known.action == part.action && known.connection == part.connection && isInView(known, inView);
    });
    return parts;
}

/// Returns individual operations, newest first.
std::vector<UndoHistory::Entry> UndoHistory::operationsOf(const Connection& connection) const
{
    std::vector<Entry> entries;
    const auto has = [&entries](const OperationId& id) {
        return std::any_of(
            entries.begin(), entries.end(), [&id](const Entry& entry) { return entry.parts.front().id == id; });
    };
    const std::vector<OperationRecord> recorded = m_recorded.value(connection.id());
    for (auto known = m_offered.rbegin(); known != m_offered.rend(); ++known) {
        const auto wasUndone = [known](const OperationRecord& record) {
            return record.id == known->operation.id && !record.undoneBy.isEmpty();
        };
        if (known->connection == &connection && std::none_of(recorded.begin(), recorded.end(), wasUndone))
            entries.push_back({{known->operation}, true});
    }
    for (const OperationRecord& record : recorded) {
        const bool wasUndone = !record.undoneBy.isEmpty();
        if (record.done == 0 || !(record.undoable || wasUndone) || has(record.id))
            continue;
        const bool isFree = connection.session().capabilities(record.queue).undo && !record.running;
        entries.push_back({{record}, record.undoable && !wasUndone && isFree, putBack(record, recorded)});
    }
    for (Entry& entry : entries)
        entry.canUndo = entry.canUndo && !m_undoing.contains(entry.parts.front().id);
    std::stable_sort(entries.begin(), entries.end(),
        [](const Entry& a, const Entry& b) { return a.parts.front().at > b.parts.front().at; });
    return entries;
}

/// Groups operations by action. Each group takes the position of its newest operation. An action's undone operations
/// form a separate group.
std::vector<UndoHistory::Entry> UndoHistory::entries(const Connection& connection) const
{
    std::vector<Entry> entries;
    for (const Entry& part : operationsOf(connection)) {
        const quint64 action = m_actions.value(part.parts.front().id);
        const auto whole = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
            return action != 0 && m_actions.value(entry.parts.front().id) == action && entry.canUndo == part.canUndo
                && entry.wasUndone() == part.wasUndone();
        });
        if (whole == entries.end()) {
            entries.push_back(part);
            continue;
        }
        whole->parts.push_back(part.parts.front());
        if (part.putBack)
            whole->putBack = whole->putBack.value_or(0) + *part.putBack;
    }
    if (entries.size() > std::size_t(told))
        entries.resize(std::size_t(told));
    return entries;
}

UndoHistory::Known UndoHistory::known(const Connection& connection) const
{
    return m_known.value(connection.id(), Known::Nothing);
}

void UndoHistory::read(Connection& connection)
{
    if (!connection.session().isOnline())
        return;
    if (known(connection) != Known::All)
        m_known[connection.id()] = Known::Reading;
    connection.session().runInTurns(
        Session::Lane::Background, this, OperationsReading(told * 4),
        [this, id = connection.id()](Result<OperationsReading> read) {
            if (!read) {
                if (m_known.value(id) != Known::All)
                    m_known[id] = Known::Failed;
                return Q_EMIT changed();
            }
            m_known[id] = Known::All;
            m_recorded[id] = read->take();
            for (const OperationRecord& record : std::as_const(m_recorded[id])) {
                if (!record.undoneBy.isEmpty())
                    m_undoing.remove(record.id);
            }
            Q_EMIT changed();
        },
        [](const OperationsReading&) { return true; });
}

} // namespace dueline
