// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline {

/// Decoder of JSON string escapes into UTF-8: `\uXXXX` with hex digits of either case, surrogate pairs, `\/`, `\"`,
/// `\\`, `\b`, `\f`, `\n`, `\r` and `\t`. Any other text, including half a surrogate pair, stays unchanged. Quotes have
/// no special meaning: a complete document can be decoded, and remains a document. The size of a piece bounds the
/// memory.
class JsonEscapes
{
public:
    /// Decodes one more piece. An escape at the end of a piece may continue in the next piece.
    QByteArray feed(QByteArrayView piece);
    /// Returns an incomplete escape unchanged, and resets the decoder for another text.
    QByteArray finish();

    /// Decodes a whole text.
    static QByteArray decoded(QByteArrayView text);

private:
    QByteArray m_waiting; ///< fewer than 12 bytes
};

} // namespace dueline
