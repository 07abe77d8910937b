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

/// Whether a word is one of these, whatever its case.
template <std::size_t N> bool isOneOf(const std::array<QByteArrayView, N>& words, QByteArrayView word)
{
    return std::any_of(
        words.begin(), words.end(), [word](QByteArrayView one) { return one.compare(word, Qt::CaseInsensitive) == 0; });
}

/// Numbers joined to them by a hyphen are codes or standards.
inline constexpr std::array<QByteArrayView, 8> joinedCodes{"ORA", "TNS", "PLS", "SQL", "UTF", "SHA", "ISO", "RFC"};

/// How far one line of an error is read, and what is written of it: a place is judged by what is written before it, so
/// that a text of which something is folded is read as its errors were.
struct ErrorCursor
{
    QByteArrayView line;
    qsizetype place = 0; ///< of the byte of `line` that is read next
    QByteArray out;

    /// A NUL outside of the line.
    char byteAt(qsizetype index) const { return index >= 0 && index < line.size() ? line[index] : '\0'; }
    /// How many bytes from there on are so.
    template <typename Is> qsizetype run(qsizetype from, Is is) const
    {
        qsizetype end = from;
        while (end < line.size() && is(line[end]))
            ++end;
        return end - from;
    }
    /// What was written last, or before that; a space for what colours a terminal.
    char before(qsizetype back = 1) const
    {
        const char byte = out.size() >= back ? out[out.size() - back] : '\0';
        return back == 1 && byte == 'm' && isBehindColour() ? ' ' : byte;
    }
    bool isBehindColour() const;
    /// How long a number is: digits, and what joins them: `1,000`, `1.5`, `10.0.0.1:6379`, `12:30:05.2`.
    qsizetype numberAt(qsizetype from) const;
    /// The word before this place and, in `parted`, what parts it from here, as written; at most three bytes do.
    /// "exited with 1" is about the word in front of that.
    QByteArrayView wordBefore(char& parted) const;
};

/// With which firstLine() of an error writes the begin of what colours a terminal; numbers and an `m` follow.
inline constexpr QByteArrayView colourBegin = "\\u{1B}[";

/// The letters with which a text ends.
QByteArrayView wordThatEnds(QByteArrayView text);

} // namespace dueline
