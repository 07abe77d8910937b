// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// One reply with payloads stays below this many bytes; the client's own limit is 64 MiB.
inline constexpr qint64 payloadPiece = 16 * 1024 * 1024;

/// Bytes [offset, offset + length) of a string key, in pieces; fewer where the value ends earlier, none where there is
/// no key.
Result<QByteArray> readPayload(RedisClient& client, const QByteArray& key, qint64 offset, qint64 length);

} // namespace dueline
