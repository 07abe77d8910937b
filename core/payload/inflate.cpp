// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/inflate.h"

#include <algorithm>

#include <zlib.h>

namespace dueline {

std::optional<QByteArray> inflated(const QByteArray& compressed, qsizetype most, bool* isCut)
{
    if (isCut)
        *isCut = false;
    if (compressed.isEmpty())
        return std::nullopt;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return std::nullopt;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.constData()));
    stream.avail_in = uInt(compressed.size());
    QByteArray out;
    int status = Z_OK;
    while (status == Z_OK && out.size() < most) {
        const qsizetype before = out.size();
        out.resize(std::min(most, std::max<qsizetype>(2 * before, 4096)));
        stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
        stream.avail_out = uInt(out.size() - before);
        status = inflate(&stream, Z_NO_FLUSH);
        out.resize(out.size() - qsizetype(stream.avail_out));
        if (status == Z_OK && stream.avail_out > 0) // all that is there was read, and it is not its end
            status = Z_DATA_ERROR;
    }
    if (status == Z_OK) {
        char more = 0;
        stream.next_out = reinterpret_cast<Bytef*>(&more);
        stream.avail_out = 1;
        status = inflate(&stream, Z_NO_FLUSH);
        if (isCut)
            *isCut = stream.avail_out == 0;
        if (stream.avail_out == 0)
            status = Z_STREAM_END;
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? std::optional(out) : std::nullopt;
}

} // namespace dueline
