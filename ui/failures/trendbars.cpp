// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/trendbars.h"

#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int barsHeight = 36;
constexpr int leastBar = 4; ///< width of a bar in pixels, including its gap
constexpr int mostBar = 24;

} // namespace

TrendBars::TrendBars(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TrendBars::show(const FailureTrend& trend, TimePoint now)
{
    FailureTrend shown = trend;
    if (shown.each() > Millis(0))
        shown.add(std::max(now, shown.from()), 0); // The bars also cover the time without failures up to now.
    m_bins.assign(shown.bins().begin(), shown.bins().end());
    m_from = shown.from();
    m_each = shown.each();
    if (m_each > Millis(0)) {
        const auto begun = std::clamp<qint64>((now - m_from) / m_each + 1, 1, qint64(m_bins.size()));
        m_bins.resize(std::size_t(begun));
    }
    m_now = now;
    setAccessibleName(tr("Trend: %1").arg(words()));
    setToolTip(plainTextToolTip(words()));
    update();
}

QString TrendBars::words() const
{
    if (m_each <= Millis(0) || m_bins.empty())
        return tr("No data yet");
    return tr("at most %1 in %2, starting at %3")
        .arg(Formatting::count(*std::max_element(m_bins.begin(), m_bins.end())), Formatting::duration(m_each),
            m_formatting.instant(m_from, m_now));
}

QSize TrendBars::sizeHint() const
{
    return {int(FailureTrend::mostBins) * 10, barsHeight + QFontMetrics(m_theme.font(-2)).height() + 4};
}

QSize TrendBars::minimumSizeHint() const { return {int(FailureTrend::mostBins) * leastBar, sizeHint().height()}; }

void TrendBars::paintEvent(QPaintEvent*)
{
    if (m_each <= Millis(0) || m_bins.empty())
        return;
    QPainter p(this);
    const Tokens& t = m_theme.tokens();
    const int most = std::max(1, *std::max_element(m_bins.begin(), m_bins.end()));
    const int each = std::clamp(width() / int(m_bins.size()), leastBar, mostBar);
    const int wide = each * int(m_bins.size());
    p.fillRect(0, barsHeight, wide, 1, t.lineStrong);
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        if (m_bins[i] == 0)
            continue;
        const int tall = std::max(2, int(qint64(m_bins[i]) * (barsHeight - 2) / most));
        const QRect bar(each * int(i), barsHeight - tall, each - 2, tall);
        p.fillRect(bar, t.of(TaskState::Failed).fill);
        p.fillRect(QRect(bar.left(), bar.top(), bar.width(), 1), t.of(TaskState::Failed).edge);
    }
    p.setFont(m_theme.font(-2));
    p.setPen(t.text2);
    const QRect below(0, barsHeight + 2, width(), height() - barsHeight - 2);
    const QString from = m_formatting.brief(m_from, m_now);
    const QString to = m_formatting.brief(std::min(m_now, m_from + m_each * int(m_bins.size())), m_now);
    const QFontMetrics metrics(p.font());
    const int end = std::min(wide, width());
    if (metrics.horizontalAdvance(from) + metrics.horizontalAdvance(to) + 16 > end)
        return p.drawText(below, Qt::AlignLeft | Qt::AlignTop, from == to ? from : from + QStringLiteral(" – ") + to);
    p.drawText(below, Qt::AlignLeft | Qt::AlignTop, from);
    p.drawText(below.adjusted(0, 0, end - width(), 0), Qt::AlignRight | Qt::AlignTop, to);
}

} // namespace dueline
