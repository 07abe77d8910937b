// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonescapes.h"

#include <QByteArrayList>

#include <array>
#include <vector>

namespace dueline {

/// Payload or error to match against filter terms. The text is searched both as stored and as displayed, with JSON
/// string escapes decoded, even in JSON inside a JSON string. ASCII letters match case-insensitively. A string without
/// a backslash is searched only once.
class ReadableText
{
public:
    /// Number of times to decode escapes: once for a string, and once for a document inside a string.
    static constexpr int levels = 2;

    /// Creates a searchable view of `stored`, which must outlive this object.
    explicit ReadableText(QByteArrayView stored)
        : m_stored(stored)
    { }

    bool contains(QByteArrayView part);

    /// Returns whether `part` occurs in `text` as stored, ignoring ASCII case.
    static bool containsFolded(QByteArrayView text, QByteArrayView part);
    /// Converts ASCII letters to lowercase; leaves other bytes unchanged.
    static QByteArray folded(QByteArray text);
    /// Returns strings for a quick rejection: if `part` occurs only after decoding, the text in ASCII lowercase
    /// contains at least one of them.
    static QByteArrayList escapesOf(QByteArrayView part);

private:
    const QByteArray& decoded(int level);

    QByteArrayView m_stored;
    std::vector<QByteArray> m_decoded; ///< text after one round of decoding, after two, and so on; created on demand
};

/// Searches for several parts in a string that arrives in pieces, by ReadableText's rules. It keeps only one piece in
/// memory, plus as many bytes as the longest part has.
class ReadablePieces
{
public:
    explicit ReadablePieces(std::vector<QByteArray> parts);

    void feed(const QByteArray& piece);
    /// Searches the rest of the text. Call it after the last piece.
    void finish();
    bool areAllFound() const { return !m_found.contains('0'); }
    /// Returns one character per part: '1' if it has been found, otherwise '0'.
    const QByteArray& found() const { return m_found; }

private:
    struct Level
    {
        JsonEscapes escapes; ///< decoder from this level to the next
        /// true if this level contains a backslash, in which case the next level's text differs
        bool isEscaped = false;
        QByteArray tail; ///< end of the text, in lowercase
    };

    void look(std::size_t level, const QByteArray& text);

    std::vector<QByteArray> m_parts; ///< parts in lowercase
    qsizetype m_kept = 0; ///< maximum size of Level::tail in bytes
    std::array<Level, ReadableText::levels + 1> m_levels;
    QByteArray m_found;
};

} // namespace dueline
