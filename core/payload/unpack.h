// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// Unpacked data, complete or not.
struct Unpacked
{
    enum class End : quint8 {
        Whole,
        Cut, ///< the output was truncated at the limit
        Early, ///< the input is truncated
        Damaged, ///< the input has a different format or is damaged
    };

    QByteArray bytes; ///< output up to the error or the end, at most `most` bytes
    End end = End::Damaged;
};

/// Decompresses gzip data. Like the functions below, returns and allocates at most `most` bytes, whatever length the
/// input declares. Accepts concatenated members, as gzip allows, and trailing zeros.
Unpacked gunzipped(QByteArrayView packed, qsizetype most);
Unpacked zlibUnpacked(QByteArrayView packed, qsizetype most); ///< accepts one stream with its checksum
Unpacked zstdUnpacked(
    QByteArrayView packed, qsizetype most); ///< accepts zstd frames; a frame that needs a window over 64 MiB is Damaged
/// Decodes base64 in either alphabet, with or without `=`, line breaks and spaces. The result is Early if the text ends
/// in the middle of a byte.
Unpacked base64Unpacked(QByteArrayView text, qsizetype most);

} // namespace dueline
