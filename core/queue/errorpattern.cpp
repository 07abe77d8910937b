// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errorpattern.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr QByteArrayView fold = "<*>";
constexpr qsizetype readAtMost = 4096; ///< of a line: more is no message
constexpr qsizetype longestQuoted = 128;
constexpr qsizetype shortestHex = 8;
constexpr qsizetype shortestRandom = 16; ///< letters and digits in turn: an id, not a word with a number
constexpr qsizetype shortestUnique = 12; ///< of the part behind `#`, when it has no digit
constexpr qsizetype shortestLiteral = 3;

constexpr bool isDigitByte(char c) { return c >= '0' && c <= '9'; }
constexpr bool isLetterByte(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool isAlnumByte(char c) { return isDigitByte(c) || isLetterByte(c); }
constexpr bool isHexByte(char c) { return isDigitByte(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// The first line that is not blank, without spaces around it, as a person reads it.
QByteArray firstLine(QByteArrayView error)
{
    QByteArrayView line = error.trimmed();
    const qsizetype end = line.indexOf('\n');
    line = (end < 0 ? line : line.first(end)).first(std::min(end < 0 ? line.size() : end, readAtMost)).trimmed();
    if (std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }))
        return line.toByteArray();
    return printable(line, readAtMost).toUtf8();
}

/// Folds one line from left to right. Each reader says how many bytes it would fold at a place; 0: none.
class Folder
{
public:
    explicit Folder(QByteArrayView line)
        : m_line(line)
    { }

    QByteArray folded()
    {
        m_out.reserve(m_line.size());
        while (m_at < m_line.size())
            step();
        return m_out;
    }

private:
    char byteAt(qsizetype at) const { return at >= 0 && at < m_line.size() ? m_line[at] : '\0'; }
    template <typename Is> qsizetype run(qsizetype from, Is is) const
    {
        qsizetype end = from;
        while (end < m_line.size() && is(m_line[end]))
            ++end;
        return end - from;
    }

    /// What stands before this place as it is written now, so that a pattern is read as its errors were.
    char before(qsizetype back = 1) const { return m_out.size() >= back ? m_out[m_out.size() - back] : '\0'; }

    void take(qsizetype length)
    {
        m_out += m_line.sliced(m_at, length);
        m_at += length;
    }
    void foldAway(qsizetype length)
    {
        m_out += fold;
        m_at += length;
    }

    void step()
    {
        const char c = m_line[m_at];
        if (const qsizetype quoted = quotedWord(); quoted > 0) {
            take(1);
            foldAway(quoted);
            return take(1);
        }
        const bool begins = !isAlnumByte(before()) && !m_out.endsWith(fold);
        if (begins) {
            for (const auto reader : {&Folder::mailAddress, &Folder::uuid, &Folder::instant, &Folder::memoryAddress,
                     &Folder::sixthAddress}) {
                if (const qsizetype length = (this->*reader)(); length > 0)
                    return foldAway(length);
            }
        }
        if (isAlnumByte(c))
            return word();
        take(1);
        if (c == '#' && (isAlnumByte(before(2)) || before(2) == fold.back()))
            uniquePart();
    }

    /// Between this quote and the next: without spaces and with a digit.
    qsizetype quotedWord() const
    {
        const char quote = byteAt(m_at);
        if ((quote != '\'' && quote != '"' && quote != '`') || isAlnumByte(before()))
            return 0;
        const qsizetype length = run(m_at + 1, [quote](char c) { return c != quote && c != ' '; });
        const QByteArrayView inside = m_line.sliced(m_at + 1, length);
        const bool closed = byteAt(m_at + 1 + length) == quote;
        return closed && length <= longestQuoted && std::any_of(inside.begin(), inside.end(), isDigitByte) ? length : 0;
    }

    qsizetype mailAddress() const
    {
        const auto isLocal = [](char c) { return isAlnumByte(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-'; };
        const qsizetype name = run(m_at, isLocal);
        if (name == 0 || byteAt(m_at + name) != '@')
            return 0;
        qsizetype host = run(m_at + name + 1, [](char c) { return isAlnumByte(c) || c == '.' || c == '-'; });
        while (host > 0 && !isAlnumByte(byteAt(m_at + name + host))) // the full stop of the sentence
            --host;
        return m_line.sliced(m_at + name + 1, host).contains('.') ? name + 1 + host : 0;
    }

    qsizetype uuid() const
    {
        qsizetype at = m_at;
        for (const qsizetype part : {8, 4, 4, 4, 12}) {
            if (at != m_at && byteAt(at++) != '-')
                return 0;
            if (run(at, isHexByte) != part)
                return 0;
            at += part;
        }
        return isAlnumByte(byteAt(at)) ? 0 : at - m_at;
    }

    /// `2026-11-21`, with a time behind it or not.
    qsizetype instant() const
    {
        qsizetype at = m_at;
        for (const qsizetype part : {4, 2, 2}) {
            if (at != m_at && byteAt(at++) != '-')
                return 0;
            if (run(at, isDigitByte) != part)
                return 0;
            at += part;
        }
        const bool timed = (byteAt(at) == 'T' || byteAt(at) == ' ') && run(at + 1, isDigitByte) == 2
            && byteAt(at + 3) == ':';
        if (timed) {
            at += 1 + numberAt(at + 1);
            if (byteAt(at) == 'Z')
                ++at;
            else if ((byteAt(at) == '+' || byteAt(at) == '-') && run(at + 1, isDigitByte) >= 2)
                at += 1 + numberAt(at + 1);
        }
        return isAlnumByte(byteAt(at)) ? 0 : at - m_at;
    }

    qsizetype memoryAddress() const
    {
        if (byteAt(m_at) != '0' || (byteAt(m_at + 1) != 'x' && byteAt(m_at + 1) != 'X'))
            return 0;
        const qsizetype digits = run(m_at + 2, isHexByte);
        return digits > 0 && !isAlnumByte(byteAt(m_at + 2 + digits)) ? 2 + digits : 0;
    }

    /// An IPv6 address; times have two colons at most, and none beside the other.
    qsizetype sixthAddress() const
    {
        const qsizetype length = run(m_at, [](char c) { return isHexByte(c) || c == ':'; });
        const QByteArrayView text = m_line.sliced(m_at, length);
        const bool scoped = text.count(':') >= 2 && text.contains("::") && std::any_of(text.begin(), text.end(), isHexByte);
        const char next = byteAt(m_at + length);
        return (scoped || text.count(':') == 7) && !isAlnumByte(next) && next != fold.front() ? length : 0;
    }

    /// Digits, and what joins them: `1,000`, `1.5`, `10.0.0.1:6379`, `12:30:05.2`.
    qsizetype numberAt(qsizetype from) const
    {
        qsizetype at = from + run(from, isDigitByte);
        while ((byteAt(at) == '.' || byteAt(at) == ',' || byteAt(at) == ':') && isDigitByte(byteAt(at + 1)))
            at += 1 + run(at + 1, isDigitByte);
        return at - from;
    }

    /// Letters and digits up to the next other byte: an id as a whole, or a word whose numbers are folded.
    void word()
    {
        const qsizetype length = run(m_at, isAlnumByte);
        const QByteArrayView text = m_line.sliced(m_at, length);
        const bool digits = std::any_of(text.begin(), text.end(), isDigitByte);
        const bool letters = std::any_of(text.begin(), text.end(), isLetterByte);
        if (digits && letters) {
            int runs = 0;
            for (qsizetype i = 0; i < length; ++i)
                runs += isDigitByte(text[i]) && (i == 0 || !isDigitByte(text[i - 1]));
            const bool hex = length >= shortestHex && std::all_of(text.begin(), text.end(), isHexByte);
            if (hex || (length >= shortestRandom && runs >= 2))
                return foldAway(length);
        }
        const qsizetype end = m_at + length;
        while (m_at < end) {
            if (isDigitByte(m_line[m_at]))
                foldAway(numberAt(m_at)); // may reach beyond the word
            else
                take(run(m_at, isLetterByte));
        }
    }

    /// Behind the `#` of a task id.
    void uniquePart()
    {
        const qsizetype length = run(m_at, [](char c) { return isAlnumByte(c) || c == '-' || c == '_'; });
        const QByteArrayView text = m_line.sliced(m_at, length);
        if (length >= shortestUnique || std::any_of(text.begin(), text.end(), isDigitByte))
            foldAway(length);
    }

    QByteArrayView m_line;
    qsizetype m_at = 0;
    QByteArray m_out;
};

/// At most errorPatternLength bytes of whole characters, with an ellipsis where something is left out.
QByteArray shortened(QByteArray text)
{
    if (text.size() <= errorPatternLength)
        return text;
    const QByteArray ellipsis = "…";
    qsizetype end = errorPatternLength - ellipsis.size();
    while (end > 0 && (uchar(text[end]) & 0xC0) == 0x80)
        --end;
    return text.first(end) + ellipsis;
}

} // namespace

QByteArray errorPattern(QByteArrayView error) { return shortened(Folder(firstLine(error)).folded()); }

QByteArray literalOf(QByteArrayView pattern)
{
    QByteArrayView best;
    qsizetype from = 0;
    const auto end = [&](qsizetype at) {
        if (at - from > best.size())
            best = pattern.sliced(from, at - from);
    };
    for (qsizetype at = 0; at < pattern.size();) {
        if (pattern.sliced(at).startsWith(fold)) {
            end(at);
            from = at += fold.size();
        } else if (pattern[at] == '\\') { // may stand for a byte that cannot be shown
            end(at);
            while (at < pattern.size() && pattern[at] != ' ')
                ++at;
            from = at;
        } else if (pattern[at] < ' ' || pattern[at] > '~') {
            end(at);
            from = ++at;
        } else {
            ++at;
        }
    }
    end(pattern.size());
    return best.size() >= shortestLiteral ? best.toByteArray() : QByteArray();
}

} // namespace dueline
