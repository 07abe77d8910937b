// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <algorithm>
#include <array>

namespace dueline {

constexpr bool isDigitByte(char c) { return c >= '0' && c <= '9'; }
constexpr bool isLetterByte(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool isAlnumByte(char c) { return isDigitByte(c) || isLetterByte(c); }
constexpr bool isHexByte(char c) { return isDigitByte(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool isLowerByte(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isUpperByte(char c) { return c >= 'A' && c <= 'Z'; }

/// Returns whether a word is in a list, ignoring case.
template <std::size_t N> bool isOneOf(const std::array<QByteArrayView, N>& words, QByteArrayView word)
{
    return std::any_of(
        words.begin(), words.end(), [word](QByteArrayView one) { return one.compare(word, Qt::CaseInsensitive) == 0; });
}

/// Words that, with a hyphen and a number, form a code or the name of a standard.
inline constexpr std::array<QByteArrayView, 8> joinedCodes{"ORA", "TNS", "PLS", "SQL", "UTF", "SHA", "ISO", "RFC"};

/// Position in a line of an error, and the output so far. Rules examine the output before the position, not the
/// original text, so text that already contains placeholders gives the same result as the original error.
struct ErrorCursor
{
    QByteArrayView line;
    qsizetype place = 0; ///< index of the next byte of `line`
    QByteArray out;

    /// Returns a byte of the line; NUL if the index is out of range.
    char byteAt(qsizetype index) const { return index >= 0 && index < line.size() ? line[index] : '\0'; }
    /// Returns the number of consecutive bytes starting at `from` that `is` accepts.
    template <typename Is> qsizetype run(qsizetype from, Is is) const
    {
        qsizetype end = from;
        while (end < line.size() && is(line[end]))
            ++end;
        return end - from;
    }
    /// Returns the byte `back` bytes before the end of the output; a space if it is in a terminal color sequence.
    char before(qsizetype back = 1) const
    {
        const char byte = out.size() >= back ? out[out.size() - back] : '\0';
        return back == 1 && byte == 'm' && isBehindColour() ? ' ' : byte;
    }
    bool isBehindColour() const;
    /// Returns the length of a number: digits with separators, such as `1,000`, `1.5`, `10.0.0.1:6379` or `12:30:05.2`.
    qsizetype numberAt(qsizetype from) const;
    /// Returns the word before the cursor, and stores the separator between them in `parted`. Ignores words more than
    /// three bytes away. For "exited with 1", returns "exited".
    QByteArrayView wordBefore(char& parted) const;
};

/// Start of a terminal color sequence written by firstLine(). Numbers and an `m` follow.
inline constexpr QByteArrayView colourBegin = "\\u{1B}[";

/// Returns the run of letters at the end of a string.
QByteArrayView wordThatEnds(QByteArrayView text);

} // namespace dueline
