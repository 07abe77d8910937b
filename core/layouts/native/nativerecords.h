// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Reads many complete tasks at a time. Uses plain commands, so that Lua doesn't process their payloads.
class NativeRecords
{
public:
    NativeRecords(NativeScripts& scripts, const QueueName& queue)
        : m_scripts(scripts)
        , m_queue(queue)
        , m_keys(scripts.keys(queue))
    { }

    /// Implements QueueInspector::readRecords(). `one`: rereads tasks that moved to a different set during the read.
    Result<std::vector<std::optional<TaskRecord>>> read(const std::vector<TaskId>& ids, QueueInspector& one);

private:
    Result<std::optional<QByteArray>> payloadOf(const TaskId& id, const NativeCodec::Envelope& envelope);

    NativeScripts& m_scripts;
    const QueueName& m_queue;
    NativeKeys m_keys;
};

} // namespace dueline
