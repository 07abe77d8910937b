// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Reader of many complete tasks. It uses plain commands on the keys, and no payload passes through Lua.
class NativeRecords
{
public:
    NativeRecords(NativeScripts& scripts, const QueueName& queue)
        : m_scripts(scripts)
        , m_queue(queue)
        , m_keys(scripts.keys(queue))
    { }

    /// Implements QueueInspector::readRecords. A task that moves between sets during the reads is read again through
    /// `one`.
    Result<std::vector<std::optional<TaskRecord>>> read(const std::vector<TaskId>& ids, QueueInspector& one);

private:
    Result<std::optional<QByteArray>> payloadOf(const TaskId& id, const NativeCodec::Envelope& envelope);

    NativeScripts& m_scripts;
    const QueueName& m_queue;
    NativeKeys m_keys;
};

} // namespace dueline
