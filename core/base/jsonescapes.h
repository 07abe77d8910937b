// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline {

/// Writes what the escapes of JSON strings stand for, in UTF-8: `\uXXXX` with hex digits of either case, surrogate
/// pairs, `\/`, `\"`, `\\`, `\b`, `\f`, `\n`, `\r` and `\t`. What is none of these, half a pair included, stays as it
/// is. Quotes are not looked at: a whole document reads as JSON with the text of its strings in plain. Memory is
/// bounded by the pieces.
class JsonEscapes
{
public:
    /// The text of one more piece. An escape that a piece ends in waits for the next one.
    QByteArray feed(QByteArrayView piece);
    /// What still waits, as it is. Ready for another text then.
    QByteArray finish();

    /// Of a whole text.
    static QByteArray decoded(QByteArrayView text);

private:
    QByteArray m_waiting; ///< fewer than 12 bytes
};

} // namespace dueline
