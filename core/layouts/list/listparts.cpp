// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listparts.h"

#include "core/layouts/list/listbroker.h"
#include "core/layouts/list/listeditor.h"

namespace dueline {

CustomParts listParts(const ListSpec& spec)
{
    CustomParts parts;
    parts.overlay.scripts = {&CustomBackend::library("list")};
    parts.overlay.homeKeys = {spec.key};
    parts.overlay.naming = '=' + spec.type;
    parts.overlay.typeOf = [type = spec.type](const TaskId&) { return type; };
    parts.overlay.describe = [type = spec.type](Task& task) { task.type = type; };

    Capabilities& can = parts.capabilities;
    can = Capabilities::everything(spec.name());
    can.actions = {ActionKind::Retry, ActionKind::Discard, ActionKind::Restore, ActionKind::Delete};
    can.place = false;
    can.edits = {};
    can.editsOptions = false;
    can.retryLater = false; // a retried item returns to the list, which has no due times
    can.states = StateSet::all();
    can.states.remove(TaskState::Scheduled);

    const auto memory = std::make_shared<ListMemory>();
    parts.home = [memory](NativeScripts& scripts, const CustomSpec& of) -> std::unique_ptr<CustomSourceKey> {
        return std::make_unique<ListSourceKey>(scripts, static_cast<const ListSpec&>(of), memory);
    };
    parts.editor = [memory](NativeScripts& scripts, const CustomSpec& of) -> std::unique_ptr<QueueEditor> {
        return std::make_unique<ListEditor>(scripts, static_cast<const ListSpec&>(of), memory);
    };
    parts.broker = portOf<TaskBroker, ListBroker, ListSpec>;
    return parts;
}

} // namespace dueline
