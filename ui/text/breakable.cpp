// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/breakable.h"

#include <QRegularExpression>
#include <QTextBoundaryFinder>

namespace dueline {

namespace {

constexpr QChar noBreakSpace(0x00A0);
// Maximum length of an instant in characters, including the offset and adjacent punctuation.
constexpr qsizetype longestInstant = 36;

/// Prevents line breaks within instants such as `2026-11-21 12:59:44.123 UTC+8`.
QString withWholeInstants(QString text)
{
    static const QRegularExpression instant(
        QStringLiteral("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})? UTC(?:[+-]\\d{1,2}(?::\\d\\d)?)?"));
    for (auto found = instant.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        text.replace(one.capturedStart(), one.capturedLength(), one.captured().replace(u' ', noBreakSpace));
    }
    return text;
}

} // namespace

QString breakable(const QString& given)
{
    constexpr qsizetype longest = 24; ///< maximum number of characters without a break opportunity
    constexpr QChar zeroWidthSpace(0x200B);
    if (given.size() <= longest)
        return given;
    const QString text = withWholeInstants(given);
    QTextBoundaryFinder lines(QTextBoundaryFinder::Line, text);
    QTextBoundaryFinder letters(QTextBoundaryFinder::Grapheme, text);
    QString broken;
    qsizetype start = 0;
    while (start < text.size()) {
        qsizetype end = lines.toNextBoundary();
        if (end < 0)
            end = text.size();
        const bool isWhole = end - start <= longest
            || (end - start <= longestInstant && QStringView(text).sliced(start, end - start).contains(noBreakSpace));
        if (isWhole) {
            broken += QStringView(text).sliced(start, end - start);
        } else {
            letters.setPosition(start);
            for (qsizetype at = start; at < end;) {
                const qsizetype next = letters.toNextBoundary();
                const qsizetype stop = next < 0 || next > end ? end : next;
                broken += QStringView(text).sliced(at, stop - at);
                if (stop < end)
                    broken += zeroWidthSpace;
                at = stop;
            }
        }
        start = end;
    }
    return broken;
}

} // namespace dueline
