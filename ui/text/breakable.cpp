// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/breakable.h"

#include <QTextBoundaryFinder>

namespace dueline {

QString breakable(const QString& text)
{
    constexpr qsizetype longest = 24; ///< letters that are kept together
    constexpr QChar zeroWidthSpace(0x200B);
    if (text.size() <= longest)
        return text;
    QTextBoundaryFinder lines(QTextBoundaryFinder::Line, text);
    QTextBoundaryFinder letters(QTextBoundaryFinder::Grapheme, text);
    QString broken;
    qsizetype start = 0;
    while (start < text.size()) {
        qsizetype end = lines.toNextBoundary();
        if (end < 0)
            end = text.size();
        if (end - start <= longest) {
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
