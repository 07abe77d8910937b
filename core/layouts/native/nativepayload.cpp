// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativepayload.h"

#include <algorithm>

namespace dueline {

Result<QByteArray> readPayload(RedisClient& client, const QByteArray& key, qint64 offset, qint64 length)
{
    QByteArray payload;
    while (payload.size() < length) {
        const qint64 from = offset + payload.size();
        const qint64 last = offset + std::min<qint64>(length, payload.size() + payloadPiece) - 1;
        const auto piece = client.call({"GETRANGE", key, QByteArray::number(from), QByteArray::number(last)});
        if (!piece)
            return piece.error();
        if (piece->bytes.isEmpty())
            break;
        payload.append(piece->bytes);
    }
    return payload;
}

} // namespace dueline
