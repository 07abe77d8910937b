// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/attemptsbar.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace dueline {

namespace {

constexpr int runHeight = 9;
constexpr int leastRun = 8; ///< minimum width of an attempt's bar in pixels
constexpr int timesBelow = 18; ///< height of the times below the bars, in pixels
constexpr int besideRuns = 16;

} // namespace

AttemptsBar::AttemptsBar(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void AttemptsBar::show(const Task& task, const std::vector<Attempt>& attempts, TimePoint now)
{
    m_runs.clear();
    for (const Attempt& attempt : attempts) {
        if (attempt.endedAt == TimePoint{})
            continue;
        const TaskState state = attempt.outcome == "done" ? TaskState::Done
            : attempt.outcome == "released"               ? TaskState::Scheduled
                                                          : TaskState::Failed;
        m_runs.push_back(
            {attempt.startedAt == TimePoint{} ? attempt.endedAt : attempt.startedAt, attempt.endedAt, state});
    }
    const bool isRunning = task.state == TaskState::Leased && task.untimed && isRecorded(task);
    if (isRunning)
        m_runs.push_back({task.at, std::max(now, task.at), TaskState::Leased});
    m_now = now;
    m_isAdded = task.addedAt.has_value();
    if (!m_runs.empty()) {
        m_from = m_runs.front().from;
        m_until = m_runs.front().until;
        for (const Run& run : m_runs) {
            m_from = std::min(m_from, run.from);
            m_until = std::max(m_until, run.until);
        }
        if (m_isAdded)
            m_from = std::min(m_from, *task.addedAt);
    }
    setVisible(!m_runs.empty() && m_until > m_from);
    setAccessibleName(tr("Attempts from %1 to %2, %3")
                          .arg(m_formatting.instant(m_from, now), m_formatting.instant(m_until, now),
                              Formatting::duration(m_until - m_from)));
    update();
}

QSize AttemptsBar::sizeHint() const { return {200, 4 + runHeight + timesBelow + 4}; }

void AttemptsBar::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    const double room = width() - 2 * besideRuns - leastRun;
    const Millis span = m_until - m_from;
    if (room <= 0 || span <= Millis(0))
        return;
    QPainter painter(this);
    painter.fillRect(QRect(besideRuns, 4 + runHeight / 2, width() - 2 * besideRuns, 1), t.lineStrong);
    const auto xOf
        = [&](TimePoint at) { return besideRuns + int(double((at - m_from).count()) / double(span.count()) * room); };
    const auto paintRun = [&](TimePoint from, TimePoint until, TaskState state) {
        const int left = xOf(from);
        const QRect run(left, 4, std::max(leastRun, xOf(until) - left), runHeight);
        painter.fillRect(run, t.of(state).edge);
        painter.fillRect(run.adjusted(1, 1, -1, -1), t.of(state).fill);
    };
    if (m_isAdded)
        paintRun(m_from, m_from, TaskState::Scheduled);
    for (const Run& run : m_runs)
        paintRun(run.from, run.until, run.state);
    painter.setFont(m_theme.font(-2));
    painter.setPen(t.text2);
    const QRect below(besideRuns, 4 + runHeight + 2, width() - 2 * besideRuns, timesBelow);
    const QString from = m_isAdded ? tr("%1 added", "a time").arg(m_formatting.instant(m_from, m_now))
                                   : m_formatting.instant(m_from, m_now);
    const QString until = m_formatting.instant(m_until, m_now);
    const QFontMetrics metrics = painter.fontMetrics();
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, from);
    if (metrics.horizontalAdvance(from) + metrics.horizontalAdvance(until) + 16 <= below.width())
        painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, until);
}

} // namespace dueline
