// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetparts.h"

#include "core/layouts/zset/zsetbroker.h"
#include "core/layouts/zset/zseteditor.h"
#include "core/layouts/zset/zsetsourcekey.h"

namespace dueline {

QByteArray cronCommandOf(const TaskId& id)
{
    const qsizetype last = id.lastIndexOf('_');
    return last < 0 ? id : id.left(last);
}

CustomParts zsetParts(const ZsetSpec& spec)
{
    CustomParts parts;
    const bool isCron = spec.isCron();
    NativeOverlay& overlay = parts.overlay;
    overlay.scripts = {&CustomBackend::library("zset")};
    overlay.homeKeys = {spec.key};
    overlay.homeUnit = spec.milliseconds ? 1 : 1000;
    overlay.payloadIsId = true;
    overlay.naming = isCron ? QByteArray("_") : '=' + spec.type;
    if (isCron)
        overlay.typeOf = cronCommandOf;
    else
        overlay.typeOf = [type = spec.type](const TaskId&) { return type; };
    overlay.describe = [typeOf = overlay.typeOf](Task& task) {
        task.type = typeOf(task.id);
        task.size = task.id.size();
        task.preview = task.id.size() > Task::previewedPayload ? QByteArray() : task.id.left(Task::previewBytes);
        task.addedAt.reset();
    };
    QByteArray lockHead;
    QByteArray lockTail;
    if (spec.locks()) {
        overlay.lockKey = [spec](const TaskId& id) { return spec.lockKey(id); };
        const qsizetype at = spec.lock.indexOf("%1");
        lockHead = spec.lock.left(at);
        lockTail = spec.lock.mid(at + 2);
    }
    overlay.claimArguments = {QByteArray::number(overlay.homeUnit), overlay.naming, lockHead, lockTail,
        QByteArray::number(spec.locks() ? qint64(spec.lockFor.count()) : 0)};

    parts.capabilities = Capabilities::everything(spec.name());
    parts.capabilities.place = false;
    parts.capabilities.edits = {};
    parts.capabilities.editsOptions = false;
    parts.home = portOf<CustomSourceKey, ZsetSourceKey, ZsetSpec>;
    parts.editor = portOf<QueueEditor, ZsetEditor, ZsetSpec>;
    parts.broker = portOf<TaskBroker, ZsetBroker, ZsetSpec>;
    return parts;
}

} // namespace dueline
