// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/contrastbars.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int contrastHeadHeight = 20;
constexpr int contrastRowHeight = 26;
constexpr int contrastBarHeight = 8;
constexpr int contrastGap = 12;
constexpr int leastPathWidth = 120;
constexpr int leastContrastBar = 40;
constexpr int widestContrastBar = 120;
const QString widestNumber = QStringLiteral("100 %");

QString percentWords(int share) { return QStringLiteral("%1 %").arg(share); }

} // namespace

ContrastBars::ContrastBars(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    onLanguageChange(this, [this] { tell(); });
    hide();
}

void ContrastBars::show(const PayloadContrast& contrast)
{
    m_rows.clear();
    for (const PayloadContrast::Trait& trait : contrast.traits()) {
        m_rows.push_back({printable(trait.path, 60), trait.value ? printable(*trait.value, 60) : QString(),
            trait.value && trait.value->startsWith('"'),
            int(trait.failed * 100 / std::max<qint64>(1, contrast.failed())),
            int(trait.done * 100 / std::max<qint64>(1, contrast.done()))});
    }
    setVisible(!m_rows.empty());
    tell();
    updateGeometry();
    update();
}

void ContrastBars::clear()
{
    m_rows.clear();
    hide();
    tell();
}

void ContrastBars::tell()
{
    QStringList lines;
    for (const Row& row : m_rows) {
        const QString what = row.value.isEmpty() ? row.path : row.path + QStringLiteral(" = ") + row.value;
        lines << tr("%1: in %2 of failed and %3 of completed payloads")
                     .arg(what, percentWords(row.failed), percentWords(row.done));
    }
    setAccessibleName(tr("Common in failed payloads"));
    setAccessibleDescription(Formatting::list(lines));
    setToolTip(plainTextToolTip(lines.join(u'\n')));
}

QSize ContrastBars::sizeHint() const { return {320, contrastHeadHeight + contrastRowHeight * int(m_rows.size())}; }

QSize ContrastBars::minimumSizeHint() const { return {leastPathWidth + leastContrastBar, sizeHint().height()}; }

void ContrastBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Tokens& t = m_theme.tokens();
    const QFontMetrics small(m_theme.font(-1));
    const QFontMetrics strong(m_theme.font(-1, QFont::DemiBold));
    const QString heads[]{tr("Failed"), tr("Completed")};
    const int doneWide = std::max(small.horizontalAdvance(heads[1]), small.horizontalAdvance(widestNumber));
    const int failedWide = std::max(small.horizontalAdvance(heads[0]), strong.horizontalAdvance(widestNumber));
    const int done = width() - doneWide;
    const int failed = done - contrastGap - failedWide;
    const int bar = std::clamp((failed - contrastGap) / 3, leastContrastBar, widestContrastBar);
    const int barLeft = failed - contrastGap - bar;
    painter.setFont(m_theme.font(-1));
    painter.setPen(t.text2);
    painter.drawText(QRect(done, 0, doneWide, contrastHeadHeight), Qt::AlignRight | Qt::AlignVCenter, heads[1]);
    painter.drawText(QRect(failed, 0, failedWide, contrastHeadHeight), Qt::AlignRight | Qt::AlignVCenter, heads[0]);
    int y = contrastHeadHeight;
    for (const Row& row : m_rows) {
        painter.setFont(m_theme.mono());
        const QFontMetrics mono = painter.fontMetrics();
        const int room = std::max(0, barLeft - contrastGap);
        const int valueAsks = row.value.isEmpty() ? 0 : mono.horizontalAdvance(row.value) + 8;
        const int pathRoom = std::max(room - valueAsks, room / 2);
        const QString path = mono.elidedText(row.path, Qt::ElideMiddle, pathRoom);
        painter.setPen(t.jsonKey);
        painter.drawText(QRect(0, y, room, contrastRowHeight), Qt::AlignLeft | Qt::AlignVCenter, path);
        const int used = mono.horizontalAdvance(path) + 8;
        painter.setPen(row.isText ? t.jsonString : t.jsonNumber);
        painter.drawText(QRect(used, y, std::max(0, room - used), contrastRowHeight), Qt::AlignLeft | Qt::AlignVCenter,
            mono.elidedText(row.value, Qt::ElideRight, std::max(0, room - used)));
        const QRect track(barLeft, y + (contrastRowHeight - contrastBarHeight) / 2, bar, contrastBarHeight);
        painter.fillRect(track, t.highContrast ? t.lineStrong : t.hover);
        if (t.highContrast)
            painter.fillRect(track.adjusted(1, 1, -1, -1), t.surface);
        painter.fillRect(
            QRect(track.left(), track.top(), bar * row.failed / 100, contrastBarHeight), t.of(TaskState::Failed).fill);
        painter.fillRect(
            QRect(track.left() + std::min(bar - 2, bar * row.done / 100), track.top() - 2, 2, contrastBarHeight + 4),
            t.text);
        painter.setFont(m_theme.font(-1, QFont::DemiBold));
        painter.setPen(t.text);
        painter.drawText(QRect(failed, y, failedWide, contrastRowHeight), Qt::AlignRight | Qt::AlignVCenter,
            percentWords(row.failed));
        painter.setFont(m_theme.font(-1));
        painter.setPen(t.text2);
        painter.drawText(
            QRect(done, y, doneWide, contrastRowHeight), Qt::AlignRight | Qt::AlignVCenter, percentWords(row.done));
        y += contrastRowHeight;
    }
}

} // namespace dueline
