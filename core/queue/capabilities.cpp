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
    can.edit = true;
    return can;
}

} // namespace dueline
