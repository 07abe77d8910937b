// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/outcomebar.h"

#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int outcomeBarHeight = 10;
constexpr int leastSegment = 3; ///< minimum width of a non-empty segment, in pixels

// Outcomes in display order, with the states whose colors they use. All other outcomes are gray.
constexpr std::pair<RetryOutcome, TaskState> outcomeSegments[]{{RetryOutcome::Done, TaskState::Done},
    {RetryOutcome::Running, TaskState::Leased}, {RetryOutcome::Waiting, TaskState::Due},
    {RetryOutcome::FailedAlike, TaskState::Failed}, {RetryOutcome::FailedOtherwise, TaskState::Failed}};

} // namespace

OutcomeBar::OutcomeBar(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(outcomeBarHeight);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void OutcomeBar::show(const std::optional<FailureGroupOutcome>& outcome)
{
    m_outcome = outcome.value_or(FailureGroupOutcome());
    setVisible(m_outcome.followed > 0);
    setAccessibleName(m_outcome.words());
    setToolTip(plainTextToolTip(m_outcome.words()));
    update();
}

QSize OutcomeBar::sizeHint() const { return {320, outcomeBarHeight}; }

void OutcomeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Tokens& t = m_theme.tokens();
    painter.fillRect(rect(), t.highContrast ? t.lineStrong : t.hover);
    if (t.highContrast)
        painter.fillRect(rect().adjusted(1, 1, -1, -1), t.surface);
    const qint64 all = std::max<qint64>(1, m_outcome.followed);
    int left = 0;
    for (const auto& [fate, state] : outcomeSegments) {
        const qint64 tasks = m_outcome.counts[std::size_t(fate)];
        if (tasks <= 0)
            continue;
        const int wide = std::max(leastSegment, int(tasks * width() / all));
        const QRect segment(left, 0, std::min(wide, width() - left), height());
        painter.fillRect(segment, t.of(state).fill);
        painter.fillRect(QRect(segment.right(), segment.top(), 1, segment.height()), t.of(state).edge);
        left += segment.width();
    }
}

} // namespace dueline
