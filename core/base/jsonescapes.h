// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline {

/// Decoder for JSON string escapes, with UTF-8 output: `\uXXXX` with hex digits of either case, surrogate pairs, `\/`,
/// `\"`, `\\`, `\b`, `\f`, `\n`, `\r` and `\t`. All other text, including an unpaired surrogate, is left unchanged.
/// Quotes have no special meaning, so the input may be a complete document. Memory use is proportional to the size of
/// one piece.
class JsonEscapes
{
public:
    /// Decodes the next piece. An escape at the end of a piece may continue in the next piece.
    QByteArray feed(QByteArrayView piece);
    /// Returns an incomplete escape unchanged, and resets the decoder for the next text.
    QByteArray finish();

    /// Decodes a complete string.
    static QByteArray decoded(QByteArrayView text);

private:
    QByteArray m_waiting; ///< beginning of an incomplete escape, fewer than 12 bytes
};

} // namespace dueline
