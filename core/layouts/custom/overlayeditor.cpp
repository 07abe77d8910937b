// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/overlayeditor.h"

namespace dueline {

namespace {

bool isAtHome(const TaskRef& ref) { return ref.seenState == TaskState::Due || ref.seenState == TaskState::Scheduled; }

/// Returns the part of a step that applies to tasks in the design's own key (`atHome`) or in the overlay.
ActionStep part(const ActionStep& step, bool atHome)
{
    ActionStep part = step;
    part.refs.clear();
    part.newDue.clear();
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        if (isAtHome(step.refs[i]) != atHome)
            continue;
        part.refs.push_back(step.refs[i]);
        if (i < step.newDue.size())
            part.newDue.push_back(step.newDue[i]);
    }
    return part;
}

} // namespace

OverlayEditor::OverlayEditor(NativeScripts& scripts, const CustomSpec& spec)
    : CustomEditor(scripts, spec)
{ }

Result<std::vector<ItemOutcome>> OverlayEditor::act(const ActionStep& step)
{
    const ActionStep here = part(step, true);
    if (step.refs.size() > maxStep || here.refs.empty()) {
        auto acted = CustomEditor::act(step);
        if (acted && step.action.kind == ActionKind::Restore) {
            if (auto back = bringHome(); !back)
                return back.error();
        }
        return acted;
    }
    if (step.action.setsDue() && step.newDue.size() != step.refs.size())
        return CustomEditor::act(step); // the base class reports that the number of due times is wrong
    // this call also creates the overlay and checks the operation
    const auto inOverlay = CustomEditor::act(part(step, false));
    if (!inOverlay)
        return inOverlay;
    if (auto prepared = scripts().prepare(step.queue); !prepared)
        return prepared.error();
    const auto atHome = actAtHome(here);
    if (!atHome)
        return atHome;
    std::vector<ItemOutcome> outcomes;
    auto nextAtHome = atHome->begin();
    auto nextInOverlay = inOverlay->begin();
    for (const TaskRef& ref : step.refs)
        outcomes.push_back(isAtHome(ref) ? *nextAtHome++ : *nextInOverlay++);
    return outcomes;
}

Result<UndoStep> OverlayEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    auto step = CustomEditor::undo(queue, undone, operation, cursor, turn);
    if (!step)
        return step;
    if (auto back = bringHome(); !back)
        return back.error();
    return step;
}

} // namespace dueline
