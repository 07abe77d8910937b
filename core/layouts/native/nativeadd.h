// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueeditor.h"

namespace dueline {

/// Adds tasks to a queue. A script adds tasks with small envelopes (entries of `tasks`), a hundred per call. Large
/// envelopes are sent with MULTI, so that Lua doesn't process their payloads. A payload larger than
/// NativeCodec::bigPayload is stored in a separate key.
class NativeAdd
{
public:
    explicit NativeAdd(NativeScripts& scripts)
        : m_scripts(scripts)
    { }

    /// Implements QueueEditor::add().
    Result<std::vector<AddOutcome>> add(const QueueName& queue, const std::vector<NewTask>& tasks);

private:
    struct EncodedTask
    {
        const NewTask* task = nullptr;
        QByteArray envelope;
        bool isBig = false; ///< true if the payload is stored in a separate key
        bool hasUniqueKey() const { return task->unique.has_value(); }
        bool isSmall() const { return !isBig && envelope.size() <= NativeCodec::luaEnvelope; }
    };

    Result<std::vector<EncodedTask>> encode(const std::vector<NewTask>& tasks);
    Result<> addSmall(const NativeKeys& keys, const QueueName& queue, const EncodedTask* first, const EncodedTask* last,
        std::vector<AddOutcome>& outcomes);
    Result<> addLarge(const NativeKeys& keys, const QueueName& queue, const EncodedTask* first, const EncodedTask* last,
        std::vector<AddOutcome>& outcomes);
    Result<> takeBack(
        const NativeKeys& keys, const EncodedTask* first, const EncodedTask* last, const std::vector<Reply>& replies);
    Result<AddOutcome> compare(const NativeKeys& keys, const EncodedTask& entry);
    Result<> noteMade(const QueueName& queue, QByteArray& codes);

    NativeScripts& m_scripts;
};

} // namespace dueline
