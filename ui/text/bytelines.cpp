// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/bytelines.h"

#include <algorithm>
#include <cstring>

namespace dueline {

namespace {

bool isContinuation(char byte) { return (uchar(byte) & 0xc0) == 0x80; }

/// Returns where to wrap an overlong line that begins at `from`.
qsizetype wrapOf(QByteArrayView bytes, qsizetype from)
{
    const qsizetype furthest = from + ByteLines::lineBytes;
    for (qsizetype at = furthest; at > furthest - 4; --at) {
        if (!isContinuation(bytes[at]))
            return at;
    }
    return furthest; // not UTF-8
}

} // namespace

void ByteLines::extend(QByteArrayView bytes)
{
    qsizetype from = m_starts.back();
    while (from < bytes.size()) {
        const auto* feed = static_cast<const char*>(
            std::memchr(bytes.data() + from, '\n', std::size_t(std::min(bytes.size() - from, lineBytes + 1))));
        if (feed)
            from = feed - bytes.data() + 1;
        else if (bytes.size() - from > lineBytes)
            from = wrapOf(bytes, from);
        else
            break;
        m_starts.push_back(from);
    }
    m_seen = bytes.size();
}

qsizetype ByteLines::lineOf(qsizetype offset) const
{
    return std::upper_bound(m_starts.begin(), m_starts.end(), offset) - m_starts.begin() - 1;
}

} // namespace dueline
