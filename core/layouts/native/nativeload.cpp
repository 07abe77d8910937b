// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeload.h"

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativepayload.h"
#include "core/layouts/native/nativescripts.h"
#include "core/layouts/port/portwords.h"

#include <algorithm>

namespace dueline {

namespace {

/// Number of entries per HMGET. An entry's payload takes up to 64 KiB, so a reply takes up to 16 MiB.
constexpr std::size_t batchSize = 250;

} // namespace

Result<std::vector<TaskLoad>> NativeLoad::load(const std::vector<Lease>& leases)
{
    std::vector<TaskLoad> loads(leases.size());
    for (std::size_t from = 0; from < leases.size(); from += batchSize) {
        if (auto loaded = loadBatch(leases, from, std::min(leases.size(), from + batchSize), loads); !loaded)
            return loaded.error();
    }
    return loads;
}

Result<> NativeLoad::loadBatch(
    const std::vector<Lease>& leases, std::size_t from, std::size_t end, std::vector<TaskLoad>& loads)
{
    Command command;
    command.reserve(end - from + 2);
    command.push_back(QByteArrayLiteral("HMGET"));
    command.push_back(m_keys.tasks());
    for (std::size_t i = from; i < end; ++i)
        command.push_back(leases[i].id);
    Result<Reply> reply = m_client.call(command);
    if (!reply)
        return reply.error().code == ErrorCode::WrongType ? NativeScripts::errorOf("DAMAGED tasks", m_keys)
                                                          : reply.error();
    if (reply->items.size() != end - from)
        return Error{ErrorCode::Protocol, portwords::unexpectedReplyTo("HMGET"), {}};
    std::vector<Big> big;
    for (std::size_t i = from; i < end; ++i) {
        Reply& item = reply->items[i - from];
        // Fast path for almost all tasks: move the payload rather than copying it.
        if (item.bytes.startsWith("{}\n")) {
            loads[i].payload = std::move(item.bytes);
            loads[i].payload.remove(0, 3);
            continue;
        }
        Result<NativeCodec::Envelope> envelope = NativeCodec::decodeEnvelope(item.bytes);
        if (!item.isBytes() || !envelope) {
            loads[i].damaged = true;
            continue;
        }
        loads[i].options = envelope->options;
        loads[i].payload = std::move(envelope->payload);
        if (envelope->bigSize)
            big.push_back({i, *envelope->bigSize});
    }
    return loadBig(leases, big, loads);
}

Result<> NativeLoad::loadBig(
    const std::vector<Lease>& leases, const std::vector<Big>& wanted, std::vector<TaskLoad>& loads)
{
    for (std::size_t i = 0; i < wanted.size();) {
        if (wanted[i].size > payloadPiece) {
            TaskLoad& load = loads[wanted[i].at];
            auto payload = readPayload(m_client, m_keys.bigPayload(leases[wanted[i].at].id), 0, wanted[i].size);
            if (!payload)
                return payload.error();
            load.damaged = payload->size() != wanted[i].size;
            load.payload = std::move(*payload);
            ++i;
            continue;
        }
        std::vector<Command> commands;
        const std::size_t first = i;
        for (qint64 bytes = 0; i < wanted.size() && bytes + wanted[i].size <= payloadPiece; ++i) {
            bytes += wanted[i].size;
            commands.push_back({"GET", m_keys.bigPayload(leases[wanted[i].at].id)});
        }
        auto replies = m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        for (std::size_t k = 0; k < replies->size(); ++k) {
            TaskLoad& load = loads[wanted[first + k].at];
            load.payload = std::move((*replies)[k].bytes);
            load.damaged = !(*replies)[k].isBytes() || load.payload.size() != wanted[first + k].size;
        }
    }
    return {};
}

} // namespace dueline
