// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonescapes.h"

#include <QByteArrayList>

#include <array>
#include <vector>

namespace dueline {

/// A payload or an error in which terms of filters look for parts: as it is stored, and as one reads it, with the
/// escapes of JSON strings as the characters they stand for, and those of JSON within a string of JSON besides. ASCII
/// letters of either case are the same. A text without a backslash is looked through once.
class ReadableText
{
public:
    /// How often escapes are resolved: those of a string, and of a string in a document in a string.
    static constexpr int levels = 2;

    /// `stored` must outlive it.
    explicit ReadableText(QByteArrayView stored)
        : m_stored(stored)
    { }

    bool contains(QByteArrayView part);

    /// Whether `part` occurs in `text` as it is stored, ASCII letters of either case being the same.
    static bool containsFolded(QByteArrayView text, QByteArrayView part);
    /// ASCII lower case, other bytes as they are.
    static QByteArray folded(QByteArray text);
    /// What stands in the ASCII lower case of every stored text that contains `part` only when it is read: one of these
    /// at least. A search that does not decode leaves out by them.
    static QByteArrayList escapesOf(QByteArrayView part);

private:
    const QByteArray& decoded(int level);

    QByteArrayView m_stored;
    std::vector<QByteArray> m_decoded; ///< of levels 1 and on, as far as they were needed
};

/// The same for a text that comes in pieces, for several parts at once. Keeps a piece and the longest part in memory.
class ReadablePieces
{
public:
    explicit ReadablePieces(std::vector<QByteArray> parts);

    void feed(const QByteArray& piece);
    /// After the last piece.
    void finish();
    bool areAllFound() const { return !m_found.contains('0'); }
    /// '1' for each part that was found so far, else '0'.
    const QByteArray& found() const { return m_found; }

private:
    struct Level
    {
        JsonEscapes escapes; ///< from this level to the next
        bool isEscaped = false; ///< a backslash came: the next level differs
        QByteArray tail; ///< folded
    };

    void look(std::size_t level, const QByteArray& text);

    std::vector<QByteArray> m_parts; ///< folded
    qsizetype m_kept = 0; ///< bytes of a tail
    std::array<Level, ReadableText::levels + 1> m_levels;
    QByteArray m_found;
};

} // namespace dueline
