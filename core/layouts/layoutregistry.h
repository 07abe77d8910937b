// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/handmade/handmadespec.h"
#include "core/queue/backend.h"
#include "core/redis/redisconfig.h"

namespace dueline {

class MemoryStore;

/// Which layout, as `--layout` names it, with its parameters.
struct LayoutSpec
{
    enum class Kind : quint8 { Native, Memory, Handmade };

    Kind kind = Kind::Native;
    std::shared_ptr<MemoryStore>
        store; ///< Memory: shared by everything opened from copies of this spec; needs no Redis
    HandmadeSpec handmade; ///< Handmade: which design, and its keys

    /// Whether a queue can have that name here: as checkQueueName(), and of a design whatever its key is.
    Result<> checkQueue(const QueueName& queue) const
    {
        return kind == Kind::Handmade && queue == handmade.key ? Result<>() : checkQueueName(queue);
    }

    bool operator==(const LayoutSpec&) const = default;
};

/// Reads `native` (or nothing: the default), the designs of parseHandmade() and, for tests, `memory`. Errors: Usage, listing the names.
Result<LayoutSpec> parseLayout(const QString& text);

/// Opens a backend on the calling thread. `prefix`: of the keys, `dueline` when empty; `session`: names the worker or
/// operator in tokens and lists, made here when empty. Errors: as the layout's own open; for native those of
/// RedisClient::open.
Result<std::unique_ptr<Backend>> openLayout(const LayoutSpec& layout, const RedisConfig& redis,
    const QByteArray& prefix, const QByteArray& session, Access access);

/// The same as a factory, for lanes that open their backend on their own thread.
BackendFactory layoutFactory(const LayoutSpec& layout, const RedisConfig& redis, const QByteArray& prefix,
    const QByteArray& session, Access access);

} // namespace dueline
