// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Tasks as a whole, many at once, by plain reads of the columns: no payload passes through Lua.
class NativeWhole
{
public:
    NativeWhole(NativeScripts& scripts, const QueueName& queue)
        : m_scripts(scripts)
        , m_queue(queue)
        , m_keys(scripts.keys(queue))
    { }

    /// As QueueInspector::whole. A task that moves from one set to another between the reads is asked for again by
    /// itself, from `one`.
    Result<std::vector<std::optional<TaskRecord>>> read(const std::vector<TaskId>& ids, QueueInspector& one);

private:
    Result<std::optional<QByteArray>> payloadOf(const TaskId& id, const NativeCodec::Envelope& envelope);

    NativeScripts& m_scripts;
    const QueueName& m_queue;
    NativeKeys m_keys;
};

} // namespace dueline
