// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubparts.h"

#include "core/layouts/pubsub/pubsubbroker.h"
#include "core/layouts/pubsub/pubsubeditor.h"

namespace dueline {

CustomParts pubsubParts(const PubsubSpec& spec)
{
    CustomParts parts;
    parts.overlay.scripts = {&CustomBackend::library("pubsub")};
    parts.overlay.naming = '=' + spec.type;
    parts.overlay.typeOf = [type = spec.type](const TaskId&) { return type; };
    parts.overlay.describe = [type = spec.type](Task& task) {
        task.type = type;
        task.size = task.id.size();
        if (!task.preview.isEmpty())
            task.preview = task.id.left(Task::previewBytes);
    };
    parts.overlay.payloadIsId = true;
    parts.capabilities = Capabilities::everything(spec.name());
    parts.capabilities.place = false;
    parts.capabilities.edits = {};
    parts.capabilities.editsOptions = false;
    parts.home = portOf<CustomSourceKey, PubsubSourceKey, PubsubSpec>;
    parts.editor = portOf<QueueEditor, PubsubEditor, PubsubSpec>;
    parts.broker = portOf<TaskBroker, PubsubBroker, PubsubSpec>;
    return parts;
}

} // namespace dueline
