// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/selectionpreview.h"

#include "core/console/operations/operationrules.h"

#include <algorithm>

namespace dueline {

namespace {

const QByteArray mayBeEvicted = QT_TRANSLATE_NOOP("LayoutWords",
    "When this Redis server runs out of memory, it evicts keys that have an expiry, so undo data and the trash may be "
    "lost early.");

} // namespace

/// Gets the first tasks in the selection. If the selection is a list in the queue, its tasks are unknown; instead,
/// reads the first tasks in the selected states, which are also the first in the list.
Result<> SelectionPreview::take(Backend& backend, const OperationRequest& request, const RefStore& refs)
{
    m_isTaken = true;
    if (refs.size() > 0) {
        m_refs = refs.peek(askAtMost);
        return {};
    }
    SearchRequest search;
    search.queue = request.queue;
    const Capabilities& can = backend.capabilities(request.queue);
    search.states = statesFor(request.action, can).intersected(request.states);
    search.examine = askAtMost;
    const auto found = backend.inspector().search(search);
    if (!found)
        return found.error();
    for (const Task& task : found->matches) {
        if (m_refs.size() < std::size_t(askAtMost)
            && !whyNot(request.action, can, task.state, task.at, task.at - Millis(1)))
            m_refs.push_back(refOf(task));
    }
    return {};
}

Result<bool> SelectionPreview::step(
    Backend& backend, const OperationRequest& request, const RefStore& refs, OperationPreview& preview)
{
    if (!m_isTaken) {
        const auto& cautions = backend.capabilities(request.queue).cautions;
        preview.cautions.clear();
        if (const auto caution = cautions.find(request.action.kind); caution != cautions.end() && preview.total > 0)
            preview.cautions.push_back(caution->second);
        ActionStep none{request.queue, request.queue + "/none", request.action, {}, {}};
        const auto known = backend.foresee(none);
        const bool isAllowed = known || known.error().code != ErrorCode::Permission;
        if (!known && isAllowed)
            return known.error();
        if (!isAllowed || !*known || preview.total == 0)
            return true;
        preview.freeBytes = (*known)->freeBytes;
        if ((*known)->mayBeEvicted && preview.undoable)
            preview.cautions.push_back(mayBeEvicted);
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
        if (!*foresight || (*foresight)->outcomes.size() != count)
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
