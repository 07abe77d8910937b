// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline {

/// Decoder of JSON string escapes into UTF-8: `\uXXXX` with hex digits of either case, surrogate pairs, `\/`, `\"`,
/// `\\`, `\b`, `\f`, `\n`, `\r` and `\t`. Any other text, including half a surrogate pair, stays unchanged. Quotes have
/// no meaning here: a whole document stays a document, with its strings decoded. Memory is bounded by the piece size.
class JsonEscapes
{
public:
    /// Decodes one more piece. An escape that crosses the end of a piece is completed by the next piece.
    QByteArray feed(QByteArrayView piece);
    /// Returns the incomplete escape as it is, and resets the decoder for another text.
    QByteArray finish();

    /// Decodes a whole text.
    static QByteArray decoded(QByteArrayView text);

private:
    QByteArray m_waiting; ///< fewer than 12 bytes
};

} // namespace dueline
