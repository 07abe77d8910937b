// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

namespace dueline {

namespace {

bool isInvisible(char32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff0 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe0fff)
        || (c >= 0xd800 && c <= 0xdfff) || c == 0x061c || c == 0x180e || (c >= 0xe000 && c <= 0xf8ff);
}

/// Length of the valid UTF-8 sequence at the start of `bytes` and its code point; 0 when it is not one.
int decode(QByteArrayView bytes, char32_t& point)
{
    const auto at = [&](qsizetype i) { return i < bytes.size() ? uchar(bytes[i]) : uchar(0); };
    const uchar first = at(0);
    int length = 0;
    if (first < 0x80) {
        point = first;
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        length = 2;
        point = first & 0x1f;
    } else if ((first & 0xf0) == 0xe0) {
        length = 3;
        point = first & 0x0f;
    } else if (first >= 0xf0 && first <= 0xf4) {
        length = 4;
        point = first & 0x07;
    } else {
        return 0;
    }
    for (int i = 1; i < length; ++i) {
        if ((at(i) & 0xc0) != 0x80)
            return 0;
        point = (point << 6) | (at(i) & 0x3f);
    }
    const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
    return overlong || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? 0 : length;
}

QString shown(QByteArrayView bytes, qsizetype maxCharacters, bool lines)
{
    QString text;
    qsizetype characters = 0;
    while (!bytes.isEmpty()) {
        if (characters >= maxCharacters) {
            text += QChar(0x2026);
            break;
        }
        char32_t point = 0;
        const int length = decode(bytes, point);
        if (length == 0) {
            text += QStringLiteral("\\x") + QString::number(uchar(bytes[0]), 16).toUpper().rightJustified(2, u'0');
            bytes = bytes.sliced(1);
        } else {
            if (lines && (point == '\n' || point == '\t'))
                text += QChar(ushort(point));
            else if (isInvisible(point))
                text += QStringLiteral("\\u{%1}").arg(QString::number(point, 16).toUpper());
            else
                text += QString::fromUcs4(&point, 1);
            bytes = bytes.sliced(length);
        }
        ++characters;
    }
    return text;
}

} // namespace

QString printable(QByteArrayView bytes, qsizetype maxCharacters)
{
    return shown(bytes, maxCharacters, false);
}

QString printableText(QByteArrayView bytes, qsizetype maxCharacters)
{
    return shown(bytes, maxCharacters, true);
}

QString formatBytes(qint64 bytes)
{
    if (bytes < 1024)
        return QStringLiteral("%1 B").arg(bytes);
    double value = double(bytes);
    for (const char* unit : {"KiB", "MiB", "GiB", "TiB"}) {
        value /= 1024;
        if (value < 1024 || unit == std::string_view("TiB")) {
            QString number = QString::number(value, 'f', value < 10 ? 1 : 0);
            if (number.endsWith(QLatin1String(".0")))
                number.chop(2);
            return number + u' ' + QLatin1String(unit);
        }
    }
    return {};
}

} // namespace dueline
