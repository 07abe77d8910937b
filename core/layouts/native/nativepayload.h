// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

namespace dueline {

/// Maximum size of one reply with payloads, in bytes. The client's limit is 64 MiB.
inline constexpr qint64 payloadPiece = 16 * 1024 * 1024;

/// Reads the bytes [offset, offset + length) of a string key in pieces. Returns fewer bytes if the value is shorter,
/// and none if the key doesn't exist.
Result<QByteArray> readPayload(RedisClient& client, const QByteArray& key, qint64 offset, qint64 length);

} // namespace dueline
