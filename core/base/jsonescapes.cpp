// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonescapes.h"

#include <QChar>

#include <utility>

namespace dueline {

namespace {

constexpr qsizetype escapeLength = 6; ///< length of \uXXXX in bytes

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = char(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

enum class UnitEnd : quint8 { Whole, Cut, None };

/// Reads the UTF-16 code unit from the \uXXXX escape at the start of `text`.
UnitEnd readUnit(QByteArrayView text, char32_t& unit)
{
    unit = 0;
    for (qsizetype i = 0; i < escapeLength; ++i) {
        if (i == text.size())
            return UnitEnd::Cut;
        if (i < 2) {
            if (text[i] != "\\u"[i])
                return UnitEnd::None;
            continue;
        }
        const int digit = hexDigit(text[i]);
        if (digit < 0)
            return UnitEnd::None;
        unit = unit * 16 + char32_t(digit);
    }
    return UnitEnd::Whole;
}

void appendUtf8(QByteArray& out, char32_t c)
{
    if (c < 0x80) {
        out.append(char(c));
    } else if (c < 0x800) {
        out.append(char(0xc0 | (c >> 6)));
        out.append(char(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        out.append(char(0xe0 | (c >> 12)));
        out.append(char(0x80 | ((c >> 6) & 0x3f)));
        out.append(char(0x80 | (c & 0x3f)));
    } else {
        out.append(char(0xf0 | (c >> 18)));
        out.append(char(0x80 | ((c >> 12) & 0x3f)));
        out.append(char(0x80 | ((c >> 6) & 0x3f)));
        out.append(char(0x80 | (c & 0x3f)));
    }
}

/// Returns the character that a backslash followed by `c` stands for; 0 if this isn't a valid escape.
char shortEscape(char c)
{
    switch (c) {
    case '"':
    case '\\':
    case '/':
        return c;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return '\0';
    }
}

/// Decodes the escape at the start of `text` and appends the result to `out`. Returns the escape's length; 0 if the
/// escape may continue past the end of `text`.
qsizetype readEscape(QByteArrayView text, QByteArray& out)
{
    if (text.size() < 2)
        return 0;
    if (const char plain = shortEscape(text[1])) {
        out.append(plain);
        return 2;
    }
    char32_t unit = 0;
    const UnitEnd first = readUnit(text, unit);
    if (first == UnitEnd::Cut)
        return 0;
    if (first == UnitEnd::None) {
        out.append('\\');
        return 1;
    }
    if (!QChar::isSurrogate(unit)) {
        appendUtf8(out, unit);
        return escapeLength;
    }
    if (QChar::isHighSurrogate(unit)) {
        char32_t low = 0;
        const UnitEnd second = readUnit(text.sliced(escapeLength), low);
        if (second == UnitEnd::Cut)
            return 0;
        if (second == UnitEnd::Whole && QChar::isLowSurrogate(low)) {
            appendUtf8(out, QChar::surrogateToUcs4(char16_t(unit), char16_t(low)));
            return 2 * escapeLength;
        }
    }
    out.append(text.first(escapeLength));
    return escapeLength;
}

} // namespace

QByteArray JsonEscapes::feed(QByteArrayView piece)
{
    const QByteArray joined = m_waiting.isEmpty() ? QByteArray() : std::exchange(m_waiting, {}).append(piece);
    const QByteArrayView text = joined.isEmpty() ? piece : QByteArrayView(joined);
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype next = text.indexOf('\\', at);
        out.append(text.sliced(at, (next < 0 ? text.size() : next) - at));
        if (next < 0)
            break;
        const qsizetype length = readEscape(text.sliced(next), out);
        if (length == 0) {
            m_waiting = text.sliced(next).toByteArray();
            break;
        }
        at = next + length;
    }
    return out;
}

QByteArray JsonEscapes::finish() { return std::exchange(m_waiting, {}); }

QByteArray JsonEscapes::decoded(QByteArrayView text)
{
    JsonEscapes escapes;
    QByteArray out = escapes.feed(text);
    return out + escapes.finish();
}

} // namespace dueline
