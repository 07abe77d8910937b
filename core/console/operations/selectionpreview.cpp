// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/selectionpreview.h"

#include "core/console/operations/operationrules.h"
#include "core/queue/crashes.h"

#include <algorithm>

namespace dueline {

namespace {

const QByteArray mayBeEvicted = QT_TRANSLATE_NOOP("LayoutWords",
    "When this Redis server runs out of memory, it evicts keys that have an expiry, so undo data and the trash may be "
    "lost early.");
const QByteArray mayCrash = QT_TRANSLATE_NOOP("LayoutWords",
    "Tasks whose workers crashed or stopped responding: %1. Running such tasks again may crash more workers.");
const QByteArray mayCrashAtLeast = QT_TRANSLATE_NOOP("LayoutWords",
    "Tasks whose workers crashed or stopped responding: at least %1. Running such tasks again may crash more workers.");

void addCaution(OperationPreview& preview, const QByteArray& caution)
{
    if (std::find(preview.cautions.begin(), preview.cautions.end(), caution) == preview.cautions.end())
        preview.cautions.push_back(caution);
}

} // namespace

/// Reads the first tasks in the selected states, which are also the first in the list if the selection is a list in the
/// queue.
Result<> SelectionPreview::readFirst(Backend& backend, const OperationRequest& request)
{
    if (m_first)
        return {};
    SearchRequest search;
    search.queue = request.queue;
    const Capabilities& can = backend.capabilities(request.queue);
    search.states = statesFor(request.action, can).intersected(request.states);
    std::vector<Task> first;
    qint64 examined = 0;
    do { // a step may end before its limit, for example at the end of a key
        search.examine = int(askAtMost - examined);
        const auto found = backend.inspector().search(search);
        if (!found)
            return found.error();
        for (const Task& task : found->matches) {
            if (first.size() < std::size_t(askAtMost)
                && !whyNot(request.action, can, task.state, task.at, task.at - Millis(1)))
                first.push_back(task);
        }
        examined += std::max<qint64>(found->examined, 1);
        search.cursor = found->cursor;
    } while (!search.cursor.isEmpty() && examined < askAtMost);
    m_first = std::move(first);
    return {};
}

/// Gets the first tasks in the selection.
Result<> SelectionPreview::take(Backend& backend, const OperationRequest& request, const RefStore& refs)
{
    m_isTaken = true;
    if (refs.size() > 0) {
        m_refs = refs.peek(askAtMost);
        return {};
    }
    if (const auto read = readFirst(backend, request); !read)
        return read;
    for (const Task& task : *m_first)
        m_refs.push_back(refOf(task));
    return {};
}

/// Counts the first selected tasks whose worker crashed, unless the selection has already counted them.
Result<> SelectionPreview::countCrashes(Backend& backend, const OperationRequest& request, const RefStore& refs)
{
    const Capabilities& can = backend.capabilities(request.queue);
    if (m_knownCrashes || can.crashErrors.empty())
        return {};
    if (refs.size() == 0) {
        if (const auto read = readFirst(backend, request); !read)
            return read;
        m_read = m_first->size();
        for (const Task& task : *m_first)
            m_crashes += isCrash(can, task) ? 1 : 0;
        return {};
    }
    std::vector<TaskId> ids;
    for (const TaskRef& ref : refs.peek(int(QueueInspector::taskRecords)))
        ids.push_back(exactId(ref));
    const auto records = backend.inspector().readRecords(request.queue, ids);
    if (!records)
        return records.error();
    m_read = records->size();
    for (const auto& record : *records)
        m_crashes += record && isCrash(can, record->detail.task) ? 1 : 0;
    return {};
}

Result<bool> SelectionPreview::step(
    Backend& backend, const OperationRequest& request, const RefStore& refs, OperationPreview& preview)
{
    if (!m_isTaken) {
        const auto& cautions = backend.capabilities(request.queue).cautions;
        preview.cautions.clear();
        if (const auto caution = cautions.find(request.action.kind); caution != cautions.end() && preview.total > 0)
            addCaution(preview, caution->second);
        const bool runs = request.action.kind == ActionKind::Retry || request.action.kind == ActionKind::RunNow;
        if (const auto counted = runs && preview.total > 0 ? countCrashes(backend, request, refs) : Result<>();
            !counted)
            return counted.error();
        if (const qint64 crashes = m_knownCrashes.value_or(m_crashes); runs && crashes > 0) {
            const bool isPart = !m_knownCrashes && qint64(m_read) < preview.total;
            addCaution(
                preview, QByteArray(isPart ? mayCrashAtLeast : mayCrash).replace("%1", QByteArray::number(crashes)));
        }
        ActionStep none{request.queue, request.queue + "/none", request.action, {}, {}};
        const auto known = backend.foresee(none);
        const bool isAllowed = known || known.error().code != ErrorCode::Permission;
        if (!known && isAllowed)
            return known.error();
        if (!isAllowed || !*known || preview.total == 0)
            return true;
        preview.freeBytes = (*known)->freeBytes;
        if ((*known)->mayBeEvicted && preview.undoable)
            addCaution(preview, mayBeEvicted);
        if (const auto taken = take(backend, request, refs); !taken)
            return taken.error();
    }
    const std::size_t count = std::min(m_refs.size() - m_asked, QueueEditor::maxStep);
    if (count > 0) {
        const auto first = m_refs.begin() + std::ptrdiff_t(m_asked);
        const ActionStep step{
            request.queue, request.queue + "/none", request.action, {first, first + std::ptrdiff_t(count)}, {}};
        const auto foresight = backend.foresee(step);
        if (!foresight)
            return foresight.error();
        if (!*foresight) // for example, the user isn't allowed to run the script
            return true;
        if ((*foresight)->outcomes.size() != count)
            return Error{ErrorCode::Protocol, QStringLiteral("The layout did not return one result per task.")};
        for (const ItemOutcome outcome : (*foresight)->outcomes) {
            if (outcome != ItemOutcome::Done)
                ++preview.foreseen.reasons[skipReasonOf(outcome)];
        }
        m_undoBytes += (*foresight)->undoBytes;
        preview.foreseen.followed += (*foresight)->followed;
        m_asked += count;
        preview.foreseen.asked = qint64(m_asked);
    }
    if (m_asked < m_refs.size())
        return false;
    if (preview.undoable && m_asked > 0)
        preview.undoBytes = m_undoBytes * preview.total / qint64(m_asked);
    return true;
}

} // namespace dueline
