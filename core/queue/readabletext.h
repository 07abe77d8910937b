// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonescapes.h"

#include <QByteArrayList>

#include <array>
#include <vector>

namespace dueline {

/// Payload or error to match against filter terms. The text is searched both as stored and as displayed, that is, with
/// decoded JSON string escapes. This includes JSON within a JSON string. ASCII letters match case-insensitively. A
/// string without a backslash is searched only once.
class ReadableText
{
public:
    /// Number of times that escapes are decoded: once for a string, and once for a document within a string.
    static constexpr int levels = 2;

    /// Creates a searchable view of `stored`, which must outlive this object.
    explicit ReadableText(QByteArrayView stored)
        : m_stored(stored)
    { }

    bool contains(QByteArrayView part);

    /// Returns whether `part` occurs in `text` as stored; ASCII letters are compared case-insensitively.
    static bool containsFolded(QByteArrayView text, QByteArrayView part);
    /// Converts ASCII letters to lower case; other bytes are unchanged.
    static QByteArray folded(QByteArray text);
    /// Returns strings that allow a quick rejection: text that contains `part` only after decoding contains at least
    /// one of these strings, if converted to ASCII lower case.
    static QByteArrayList escapesOf(QByteArrayView part);

private:
    const QByteArray& decoded(int level);

    QByteArrayView m_stored;
    std::vector<QByteArray> m_decoded; ///< text after one round of decoding, two rounds and so on; created on demand
};

/// Search for several parts in a string that arrives in pieces. It follows the rules of ReadableText. It keeps only one
/// piece in memory, and as many bytes as the longest part has.
class ReadablePieces
{
public:
    explicit ReadablePieces(std::vector<QByteArray> parts);

    void feed(const QByteArray& piece);
    /// Searches the remaining text. Call it after the last piece.
    void finish();
    bool areAllFound() const { return !m_found.contains('0'); }
    /// Returns one character per part: '1' if the part has been found, otherwise '0'.
    const QByteArray& found() const { return m_found; }

private:
    struct Level
    {
        JsonEscapes escapes; ///< decoder from this level to the next
        bool isEscaped = false; ///< true if this level contains a backslash; the text of the next level then differs
        QByteArray tail; ///< end of the text, in lower case
    };

    void look(std::size_t level, const QByteArray& text);

    std::vector<QByteArray> m_parts; ///< parts in lower case
    qsizetype m_kept = 0; ///< maximum size of Level::tail in bytes
    std::array<Level, ReadableText::levels + 1> m_levels;
    QByteArray m_found;
};

} // namespace dueline
