// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/jsonstring.h"

#include <QByteArray>

#include <algorithm>

namespace dueline {

namespace {

/// Returns the length in bytes of the UTF-8 character at `at`; 0 if it isn't valid.
qsizetype characterAt(QByteArrayView bytes, qsizetype at)
{
    const auto first = uchar(bytes[at]);
    if (first < 0x80)
        return 1;
    const qsizetype length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || at + length > bytes.size())
        return 0;
    return bytes.sliced(at, length).isValidUtf8() ? length : 0;
}

} // namespace

void appendJsonString(QByteArray& json, QByteArrayView bytes)
{
    constexpr char digits[] = "0123456789abcdef";
    const auto appendHex = [&](const char* before, uchar byte) {
        json += before;
        json += digits[byte >> 4];
        json += digits[byte & 15];
    };
    json += '"';
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype length = characterAt(bytes, at);
        const char c = bytes[at];
        if (length == 0)
            appendHex("\\\\x", uchar(c));
        else if (c == '"' || c == '\\')
            json.append('\\').append(c);
        else if (c == '\n')
            json += "\\n";
        else if (uchar(c) < 0x20 || c == 0x7f)
            appendHex("\\u00", uchar(c));
        else
            json.append(bytes.data() + at, length);
        at += std::max<qsizetype>(length, 1);
    }
    json += '"';
}

} // namespace dueline
