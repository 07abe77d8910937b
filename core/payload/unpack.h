// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace dueline {

/// What came out of bytes that were packed.
struct Unpacked
{
    enum class End : quint8 {
        Whole, ///< all of it
        Cut, ///< there is more than was wanted
        Early, ///< the bytes end before it does
        Damaged, ///< they are of no such kind, or wrong from somewhere on
    };

    QByteArray bytes; ///< what came until then, at most as many as were wanted
    End end = End::Damaged;
};

/// Each gives at most `most` bytes, and takes memory for no more, whatever the bytes promise.
Unpacked gunzipped(
    QByteArrayView packed, qsizetype most); ///< members one behind the other, as gzip joins them; zeros at the end
Unpacked zlibUnpacked(QByteArrayView packed, qsizetype most); ///< one stream with its checksum
Unpacked zstdUnpacked(
    QByteArrayView packed, qsizetype most); ///< frames; one that needs a window above 64 MiB is Damaged
/// Either alphabet, with or without `=`, line breaks and spaces between. Early: half a byte is left over.
Unpacked base64Unpacked(QByteArrayView text, qsizetype most);

} // namespace dueline
