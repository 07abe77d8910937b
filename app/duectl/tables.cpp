// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/tables.h"

#include "core/base/duration.h"

#include <QDateTime>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Returns the width of text on a terminal, on which wide East Asian characters take up two columns.
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

/// Returns the display zone, which is set before anything is printed.
QTimeZone& zoneOfProgram()
{
    static QTimeZone zone = QTimeZone::utc();
    return zone;
}

} // namespace

Table::Table(const QStringList& titles)
{
    for (const QString& title : titles) {
        m_right.push_back(title.startsWith(u'>'));
        m_titles << (m_right.back() ? title.mid(1) : title);
        m_widths.push_back(displayWidth(m_titles.back()));
    }
}

QString Table::take()
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

QString roughDuration(Millis duration)
{
    using namespace std::chrono_literals;
    const Millis length = duration < Millis::zero() ? -duration : duration;
    constexpr std::array<Millis, 4> units{24h, 1h, 1min, 1s};
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (length < units[i])
            continue;
        const Millis fine = i + 1 < units.size() ? units[i + 1] : 1s;
        return formatDuration(length - length % fine);
    }
    return formatDuration(length);
}

QString relativeTime(TimePoint at, TimePoint now)
{
    if (at == TimePoint()) // the time was not recorded
        return u"-"_s;
    const Millis distance = at - now;
    if (distance == Millis::zero())
        return u"now"_s;
    return distance > Millis::zero() ? u"in "_s + roughDuration(distance) : roughDuration(distance) + u" ago"_s;
}

void setDisplayZone(const QTimeZone& zone) { zoneOfProgram() = zone; }

const QTimeZone& displayZone() { return zoneOfProgram(); }

QString instantText(TimePoint at)
{
    if (displayZone() == QTimeZone::utc())
        return formatInstant(at);
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(toMs(at)).toTimeZone(displayZone());
    return local.toOffsetFromUtc(local.offsetFromUtc()).toString(Qt::ISODateWithMs);
}

QString timeText(TimePoint at, TimePoint now)
{
    return at == TimePoint() ? u"-"_s : u"%1 (%2)"_s.arg(relativeTime(at, now), instantText(at));
}

QString clockText(TimePoint at)
{
    const QDateTime moment = QDateTime::fromMSecsSinceEpoch(toMs(at));
    const bool chosen = displayZone() != QTimeZone::utc();
    return (chosen ? moment.toTimeZone(displayZone()) : moment.toLocalTime()).toString(u"HH:mm:ss.zzz"_s);
}

QString tasksText(qint64 count) { return count == 1 ? u"1 task"_s : u"%1 tasks"_s.arg(count); }

QString hasText(qint64 count) { return count == 1 ? u"1 has"_s : u"%1 have"_s.arg(count); }

} // namespace dueline::duectl
