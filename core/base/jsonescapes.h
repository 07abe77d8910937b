// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline {

/// Incremental decoder for JSON string escapes: `\uXXXX` with hex digits in either case, surrogate pairs, `\/`, `\"`,
/// `\\`, `\b`, `\f`, `\n`, `\r`, and `\t`. The output is UTF-8. All other text, including unpaired surrogates, is left
/// unchanged. Quotes have no special meaning, so the input may be a complete document. Memory usage is proportional to
/// the size of one piece.
class JsonEscapes
{
public:
    /// Decodes a piece. An escape at its end may continue in the next piece.
    QByteArray feed(QByteArrayView piece);
    /// Returns an incomplete escape left at the end, undecoded, and resets the decoder.
    QByteArray finish();

    /// Decodes a complete string.
    static QByteArray decoded(QByteArrayView text);

private:
    QByteArray m_waiting; ///< incomplete escape at the end of the last piece; less than 12 bytes
};

} // namespace dueline
