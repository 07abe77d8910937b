// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/texttable.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Returns how many terminal columns a text occupies. Wide East Asian characters occupy two.
qsizetype displayWidth(const QString& text)
{
    qsizetype width = 0;
    for (char32_t c : text.toUcs4()) {
        const bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3)
            || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60)
            || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
        width += wide ? 2 : 1;
    }
    return width;
}

} // namespace

TextTable::TextTable(const QStringList& titles)
{
    for (const QString& title : titles) {
        m_right.push_back(title.startsWith(u'>'));
        m_titles << (m_right.back() ? title.mid(1) : title);
        m_widths.push_back(displayWidth(m_titles.back()));
    }
}

QString TextTable::take()
{
    for (qsizetype column = 0; column < m_titles.size(); ++column) {
        qsizetype& width = m_widths[std::size_t(column)];
        for (const QStringList& cells : m_rows)
            width = std::max(width, displayWidth(cells.value(column)));
    }
    QString out;
    const auto append = [&](const QStringList& cells) {
        QString line;
        for (qsizetype column = 0; column < m_titles.size(); ++column) {
            const QString cell = cells.value(column);
            const QString pad(m_widths[std::size_t(column)] - displayWidth(cell), u' ');
            line += m_right[std::size_t(column)] ? pad + cell : cell + pad;
            line += u"  "_s;
        }
        while (line.endsWith(u' '))
            line.chop(1);
        out += line + u'\n';
    };
    if (!std::exchange(m_titled, true))
        append(m_titles);
    for (const QStringList& cells : std::exchange(m_rows, {}))
        append(cells);
    return out;
}

} // namespace dueline
