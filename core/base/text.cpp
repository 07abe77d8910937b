// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <array>

namespace dueline {

namespace {

struct Decoded
{
    char32_t character = 0;
    int bytes = 0; ///< length of the character in bytes; 0 if the first byte doesn't begin a valid character
};

/// Decodes the first character of `bytes`, which must not be empty. Rejects overlong forms, surrogates, and values
/// above U+10FFFF, which aren't valid UTF-8.
Decoded decode(QByteArrayView bytes)
{
    const auto byteAt = [&](qsizetype i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = byteAt(0);
    if (lead < 0x80)
        return {lead, 1};
    const int length = lead >= 0xC2 && lead <= 0xDF ? 2
        : lead >= 0xE0 && lead <= 0xEF              ? 3
        : lead >= 0xF0 && lead <= 0xF4              ? 4
                                                    : 0;
    if (length == 0 || bytes.size() < length)
        return {};
    char32_t character = lead & (0xFF >> (length + 1));
    for (int i = 1; i < length; ++i) {
        if ((byteAt(i) & 0xC0) != 0x80)
            return {};
        character = (character << 6) | (byteAt(i) & 0x3F);
    }
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    if (character < least[std::size_t(length)] || character > 0x10FFFF || (character >= 0xD800 && character <= 0xDFFF))
        return {};
    return {character, length};
}

/// Returns whether a character looks blank although Unicode classifies it as a letter, mark, or symbol.
bool isBlankGlyph(char32_t c)
{
    return c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || (c >= 0x180B && c <= 0x180F)
        || c == 0x2800 || c == 0x3164 || (c >= 0xFE00 && c <= 0xFE0E) || c == 0xFFA0 || (c >= 0xE0000 && c <= 0xE0FFF);
}

/// Returns whether a character is invisible or changes the order of other characters on the screen.
bool isHidden(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format: // includes BiDi marks and overrides, zero-width spaces and joiners, and the soft hyphen
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return isBlankGlyph(c);
    }
}

QString escaped(QByteArrayView bytes, qsizetype maxCharacters, bool keepLayout)
{
    QString text;
    text.reserve(std::min(bytes.size(), std::max<qsizetype>(maxCharacters, 0)) + 1);
    while (!bytes.isEmpty()) {
        const Decoded decoded = decode(bytes);
        QString unit;
        if (decoded.bytes == 0)
            unit = QString::asprintf("\\x%02X", static_cast<unsigned char>(bytes.front()));
        else if (keepLayout && (decoded.character == U'\n' || decoded.character == U'\t'))
            unit = QChar(decoded.character);
        else if (isHidden(decoded.character))
            unit = QString::asprintf("\\u{%X}", unsigned(decoded.character));
        else
            unit = QStringView(QChar::fromUcs4(decoded.character)).toString();
        if (text.size() + unit.size() > maxCharacters)
            return text + u'…';
        text += unit;
        bytes = bytes.sliced(std::max(decoded.bytes, 1));
    }
    return text;
}

} // namespace

QString printable(QByteArrayView bytes, qsizetype maxCharacters) { return escaped(bytes, maxCharacters, false); }

QString firstNames(const std::vector<QByteArray>& names)
{
    constexpr std::size_t most = 3;
    QStringList first;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        first << printable(names[i], 60);
    if (names.size() > most)
        first << QStringLiteral("…");
    return first.join(QStringLiteral(", "));
}

QString printableText(QByteArrayView bytes, qsizetype maxCharacters) { return escaped(bytes, maxCharacters, true); }

QString halfWidth(QStringView text)
{
    QString plain = text.toString();
    for (QChar& c : plain) {
        if (c >= QChar(0xff01) && c <= QChar(0xff5e))
            c = QChar(c.unicode() - 0xff01 + u'!');
        else if (c.isSpace())
            c = u' ';
    }
    return plain;
}

QString withoutMark(const QString& typed)
{
    QString text = typed.trimmed();
    while (text.startsWith(QChar(QChar::ByteOrderMark)))
        text = text.sliced(1).trimmed();
    return text;
}

QString formatBytes(qint64 bytes)
{
    constexpr std::array unitNames{u"B", u"KiB", u"MiB", u"GiB", u"TiB", u"PiB", u"EiB"};
    double amount = std::abs(double(bytes));
    std::size_t unit = 0;
    // 1023.95 would round to 1024.0, so use the next unit instead.
    while (amount >= (unit == 0 ? 1024 : 1023.95) && unit + 1 < unitNames.size()) {
        amount /= 1024;
        ++unit;
    }
    QString number = QString::number(amount, 'f', unit == 0 ? 0 : 1);
    if (number.endsWith(u".0"))
        number.chop(2);
    return (bytes < 0 ? QStringLiteral("-") : QString()) + number + u' ' + QStringView(unitNames[unit]).toString();
}

} // namespace dueline
