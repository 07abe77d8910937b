// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/capabilities.h"

#include <algorithm>

namespace dueline {

bool Capabilities::can(ActionKind kind) const
{
    return std::find(actions.begin(), actions.end(), kind) != actions.end();
}

Capabilities Capabilities::everything(const QByteArray& layout)
{
    Capabilities can;
    can.layout = layout;
    can.states = StateSet::all();
    can.actions = {ActionKind::Retry, ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard,
        ActionKind::Restore, ActionKind::Delete};
    can.add = true;
    can.undo = true;
    can.retryLater = true;
    can.place = true;
    can.leases = true;
    can.pause = true;
    can.history = true;
    can.statistics = true;
    can.workers = true;
    can.settings = true;
    can.cancel = true;
    can.events = true;
    can.unique = true;
    can.edits = {TaskState::Scheduled, TaskState::Due, TaskState::Retrying, TaskState::Failed};
    can.editsOptions = true;
    can.crashErrors = {"lease expired"};
    return can;
}

const Capabilities& QueueCapabilities::of(QByteArrayView queue) const
{
    if (queue.isEmpty())
        return all;
    if (const auto own = byQueue.find(queue.toByteArray()); own != byQueue.end())
        return own->second;
    const qsizetype at = queue.lastIndexOf('@');
    const auto named = at < 0 ? byLayout.end() : byLayout.find(queue.sliced(at + 1).toByteArray());
    const auto found = named == byLayout.end() ? byLayout.find({}) : named;
    return found == byLayout.end() ? all : found->second;
}

} // namespace dueline
