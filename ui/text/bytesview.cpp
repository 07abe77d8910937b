// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/bytesview.h"

#include "core/base/text.h"

namespace dueline {

QString wrappedText(QByteArrayView bytes, int columns)
{
    // Allow eight characters per byte: escape sequences are longer than the characters they replace.
    const QString shown = printableText(bytes, 8 * bytes.size() + 1);
    QString text;
    text.reserve(shown.size() + shown.size() / columns + 1);
    int column = 0;
    for (const QChar c : shown) {
        if (c == u'\n') {
            column = 0;
        } else if (column >= columns && !c.isLowSurrogate()) {
            text += u'\n';
            column = 0;
        }
        text += c;
        if (c != u'\n')
            ++column;
    }
    return text;
}

QString hexDump(QByteArrayView bytes, qint64 firstOffset)
{
    static const char digits[] = "0123456789abcdef";
    QString text;
    text.reserve(bytes.size() / 16 * 78 + 78);
    for (qsizetype line = 0; line < bytes.size(); line += 16) {
        text += QStringLiteral("%1  ").arg(firstOffset + line, 8, 16, QLatin1Char('0'));
        for (qsizetype i = line; i < line + 16; ++i) {
            if (i < bytes.size()) {
                text += QLatin1Char(digits[uchar(bytes[i]) >> 4]);
                text += QLatin1Char(digits[uchar(bytes[i]) & 15]);
            } else {
                text += QLatin1String("  ");
            }
            text += u' ';
            if (i == line + 7)
                text += u' ';
        }
        text += u' ';
        for (qsizetype i = line; i < std::min(line + 16, bytes.size()); ++i)
            text += bytes[i] >= 0x20 && bytes[i] < 0x7f ? QChar(QLatin1Char(bytes[i])) : QChar(u'·');
        text += u'\n';
    }
    return text;
}

} // namespace dueline
