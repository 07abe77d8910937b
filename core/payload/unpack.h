// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// Result of unpacking.
struct Unpacked
{
    enum class End : quint8 {
        Whole, ///< complete
        Cut, ///< the output exceeds the limit
        Early, ///< the input is truncated
        Damaged, ///< the input has another format or is damaged
    };

    QByteArray bytes; ///< output up to the error or the end, limited to `most`
    End end = End::Damaged;
};

/// Each function returns at most `most` bytes, and allocates no more than that, regardless of the length that the input
/// declares.
Unpacked gunzipped(QByteArrayView packed, qsizetype most); ///< concatenated members, as gzip allows; zeros may follow
Unpacked zlibUnpacked(QByteArrayView packed, qsizetype most); ///< one stream with its checksum
Unpacked zstdUnpacked(
    QByteArrayView packed, qsizetype most); ///< zstd frames; a frame that needs a window above 64 MiB is Damaged
/// Decodes base64 in either alphabet, with or without `=`, line breaks and spaces. Early means that the text ends
/// within a byte.
Unpacked base64Unpacked(QByteArrayView text, qsizetype most);

} // namespace dueline
