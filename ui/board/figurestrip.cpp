// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/figurestrip.h"

#include "core/base/text.h"
#include "ui/board/figurebutton.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>

namespace dueline {

namespace {

constexpr int narrowStripBelow = 940; ///< width in pixels below which only four figures fit
constexpr int wideStripFrom = 1500;
constexpr int stripHeight = 92;
constexpr int narrowStripHeight = 76;
constexpr int longestNote = 28; ///< maximum length of a queue name in a note, in characters

/// Returns the column whose total a figure shows.
BoardModel::Column columnOf(int figure)
{
    switch (figure) {
    case FigureStrip::DueNow:
        return BoardModel::Due;
    case FigureStrip::LongestOverdue:
        return BoardModel::Oldest;
    case FigureStrip::FailedLately:
        return BoardModel::FailedLately;
    case FigureStrip::Throughput:
        return BoardModel::Out;
    default:
        return BoardModel::Workers;
    }
}

QString nameWords(const QueueName& queue) { return printable(queue, longestNote); }

/// Sets a figure's value, or shows why it has none.
template <typename Value, typename Words>
void tellValue(FigureButton::Content& content, const BoardFigure<Value>& figure, const Words& words)
{
    if (figure)
        content.value = words(*figure);
    else if (figure.absence == Absence::NotRead)
        content.isLoading = true;
    else
        content.value = QStringLiteral("–");
    content.tone = figure ? Cell::Tone::Plain : Cell::Tone::Absent;
}

QList<int> chartOf(const std::array<qint64, BoardRow::bars>& minutes)
{
    QList<int> chart;
    for (const qint64 minute : minutes)
        chart << int(std::min<qint64>(minute, std::numeric_limits<int>::max()));
    return chart;
}

} // namespace

FigureStrip::FigureStrip(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : Pane(theme, Ground::Surface, Qt::BottomEdge, parent)
    , m_formatting(formatting)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 1);
    row->setSpacing(0);
    for (int figure = 0; figure < FigureCount; ++figure) {
        auto* button = new FigureButton(theme);
        m_buttons[std::size_t(figure)] = button;
        row->addWidget(button, 1);
        connect(button, &FigureButton::clicked, this, [this, figure] { Q_EMIT orderRequested(columnOf(figure)); });
    }
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Figures for all queues"));
        reword();
    });
    fit();
}

void FigureStrip::tell(const BoardTotals& totals)
{
    m_totals = totals;
    reword();
}

QString FigureStrip::value(Figure figure) const { return m_buttons[figure]->content().value; }

QString FigureStrip::note(Figure figure) const { return m_buttons[figure]->content().note; }

void FigureStrip::reword()
{
    using enum Cell::Tone;
    std::array<FigureButton::Content, FigureCount> shown;
    const auto number = [](qint64 value) { return Formatting::count(value); };

    FigureButton::Content& due = shown[DueNow];
    due.label = tr("Due now");
    tellValue(due, m_totals.due, number);
    if (m_totals.due && m_totals.mostDueCount > 0)
        due.note = m_totals.mostDueCount == *m_totals.due
            ? tr("all in %1").arg(nameWords(m_totals.mostDue))
            : tr("%1 in %2").arg(number(m_totals.mostDueCount), nameWords(m_totals.mostDue));
    if (m_totals.due && *m_totals.due == 0)
        due.tone = Absent;

    FigureButton::Content& overdue = shown[LongestOverdue];
    overdue.label = tr("Longest overdue");
    const auto age
        = [this](TimePoint at) { return Formatting::duration(std::max(Millis(0), m_totals.serverNow - at)); };
    tellValue(overdue, m_totals.oldestDue, age);
    if (m_totals.oldestDue) {
        const bool late = m_totals.serverNow - *m_totals.oldestDue >= BoardRow::lateAfter;
        overdue.tone = late ? Warning : Plain;
        overdue.note
            = Formatting::commas({nameWords(m_totals.oldestQueue), m_totals.oldestPaused ? tr("paused") : QString()});
        overdue.noteTone = late ? Warning : Quiet;
    } else if (m_totals.oldestDue.absence == Absence::Nothing) {
        overdue.value = QStringLiteral("0");
        overdue.note = tr("no tasks are waiting");
    }

    FigureButton::Content& failed = shown[FailedLately];
    failed.label = tr("Failed, last hour");
    tellValue(failed, m_totals.failedLately, number);
    if (m_totals.failedLately) {
        const bool fails = *m_totals.failedLately > 0;
        failed.tone = fails ? Failure : Absent;
        failed.noteTone = failed.tone;
        failed.note = fails ? tr("in %Ln queue(s)", nullptr, Formatting::plural(m_totals.failing)) : QString();
        if (m_totals.ended && fails)
            failed.chart = chartOf(m_totals.endedFailed);
        failed.chartState = TaskState::Failed;
    }

    FigureButton::Content& flow = shown[Throughput];
    flow.label = tr("In and out per minute");
    const auto rate = [this](const BoardFigure<double>& figure) {
        return figure ? BoardModel::rateWords(*figure, m_totals.isLeast || m_totals.isPartial) : QStringLiteral("–");
    };
    flow.isLoading = !m_totals.addedRate && !m_totals.endedRate
        && (m_totals.addedRate.absence == Absence::NotRead || m_totals.endedRate.absence == Absence::NotRead);
    if (!flow.isLoading)
        flow.value = tr("%1 → %2", "tasks in and out").arg(rate(m_totals.addedRate), rate(m_totals.endedRate));
    const bool isStill = m_totals.addedRate.value.value_or(0) <= 0 && m_totals.endedRate.value.value_or(0) <= 0;
    flow.tone = isStill ? Absent : Plain;
    if (m_totals.growth && !isStill) {
        const qint64 more = qRound64(*m_totals.growth);
        flow.note = more > 0 ? tr("%1 more in than out").arg(number(more))
            : more < 0       ? tr("%1 more out than in").arg(number(-more))
                             : tr("equal in and out");
    }
    if (m_totals.ended && m_totals.endedRate.value.value_or(0) > 0)
        flow.chart = chartOf(*m_totals.ended);
    flow.chartState = TaskState::Done;
    if (m_totals.isPartial)
        flow.tip = tr("Some queues' rates have not been read yet.");
    else if (m_totals.isLeast)
        flow.tip = tr("Some layouts have no counters. Their numbers are estimated from the changes between refreshes.");

    FigureButton::Content& workers = shown[Workers];
    workers.label = tr("Workers");
    tellValue(workers, m_totals.workers, [&](const BoardWorkers& all) {
        workers.unit = tr("alive");
        return number(all.alive);
    });
    if (m_totals.workers) {
        const BoardWorkers& all = *m_totals.workers;
        workers.tone = all.alive > 0 ? Plain : Absent;
        workers.noteTone = all.lost > 0 ? Warning : Quiet;
        workers.note = Formatting::commas(
            {all.capacity > 0 ? tr("%1 of %2 slots used").arg(number(all.running), number(all.capacity)) : QString(),
                all.lost > 0 ? tr("%1 lost").arg(number(all.lost)) : QString()});
        if (all.atLeast)
            workers.tip = tr("There may be more workers than are visible.");
    }

    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i].tip.isEmpty())
            shown[i].tip = shown[i].isLoading           ? tr("Not read yet.")
                : shown[i].value == QStringLiteral("–") ? tr("These queues' layouts do not store this data.")
                                                        : BoardModel::explanation(columnOf(int(i)));
        m_buttons[i]->show(shown[i]);
    }
}

void FigureStrip::fit()
{
    const bool narrow = width() < narrowStripBelow;
    setFixedHeight(narrow ? narrowStripHeight : stripHeight);
    m_buttons[Throughput]->setVisible(!narrow);
    for (FigureButton* button : m_buttons)
        button->setSize(narrow             ? FigureButton::Size::Small
                : width() >= wideStripFrom ? FigureButton::Size::Wide
                                           : FigureButton::Size::Usual);
}

void FigureStrip::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    fit();
}

} // namespace dueline
