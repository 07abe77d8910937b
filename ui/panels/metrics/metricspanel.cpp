// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics/metricspanel.h"

#include "core/base/text.h"
#include "ui/panels/metrics/metricschart.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/plainlabel.h"
#include "ui/workbench/viewedplace.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr std::array shownLengths{Millis(15min), Millis(1h), Millis(24h)};
constexpr int leastWidth = 216; ///< minimum width of a chart in pixels
constexpr int chartGap = 8; ///< gap between charts in pixels

} // namespace

MetricsPanel::MetricsPanel(const Theme& theme, const Formatting& formatting, ViewedPlace& view, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_view(view)
    , m_feed(view)
    , m_thisQueue(new QToolButton)
    , m_everyQueue(new QToolButton)
    , m_source(new PlainLabel)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(theme))
    , m_scroll(new QScrollArea)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHead());
    auto* charts = new QWidget;
    m_grid = new QGridLayout(charts);
    m_grid->setContentsMargins(12, 0, 12, 6);
    m_grid->setHorizontalSpacing(chartGap);
    m_grid->setVerticalSpacing(8);
    for (const MetricsKind kind :
        {MetricsKind::Throughput, MetricsKind::Lateness, MetricsKind::RunTime, MetricsKind::Failures})
        m_charts[std::size_t(kind)] = new MetricsChart(theme, formatting, kind);
    m_scroll->setWidget(charts);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false); // let the pane's background show through
    charts->setAutoFillBackground(false);
    m_stack->addWidget(m_scroll);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    connect(&m_feed, &MetricsFeed::loaded, this, &MetricsPanel::setData);
    connect(&m_feed, &MetricsFeed::failed, this, &MetricsPanel::fail);
    connect(&view, &ViewedPlace::placeChanged, this, [this] {
        describe();
        tellWaiting();
    });
    connect(&view, &ViewedPlace::currentChanged, this, &MetricsPanel::tellWaiting);
    connect(&theme, &Theme::changed, this, &MetricsPanel::describe);
    setEntry(m_lengths.front().second);
    setLength(m_feed.length());
    arrange();
    onLanguageChange(this, [this] { reword(); });
}

void MetricsPanel::reword()
{
    for (const auto& [length, button] : m_lengths) {
        button->setText(Formatting::duration(length));
        button->setToolTip(tr("The last %1").arg(Formatting::duration(length)));
    }
    m_thisQueue->setText(tr("This queue"));
    m_everyQueue->setText(tr("All queues"));
    m_thisQueue->setToolTip(tr("Metrics for the queue in view"));
    m_everyQueue->setToolTip(tr("Totals for all queues on this connection"));
    describe();
    if (m_shown && isEmpty())
        tellEmpty();
    else
        tellWaiting();
}

QWidget* MetricsPanel::makeHead()
{
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(12, 4, 16, 2);
    row->setSpacing(4);
    auto* lengthGroup = new QButtonGroup(this);
    for (const Millis length : shownLengths) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        lengthGroup->addButton(button);
        connect(button, &QToolButton::clicked, this, [this, length] { setLength(length); });
        m_lengths.emplace_back(length, button);
        row->addWidget(button);
    }
    row->addSpacing(12);
    auto* scopeGroup = new QButtonGroup(this);
    for (QToolButton* button : {m_thisQueue, m_everyQueue}) {
        button->setCheckable(true);
        scopeGroup->addButton(button);
        connect(button, &QToolButton::clicked, this, [this, button] { setAllQueues(button == m_everyQueue); });
        row->addWidget(button);
    }
    m_thisQueue->setChecked(true);
    row->addSpacing(12);
    m_source->setEliding(true);
    m_source->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_source, 1);
    return head;
}

void MetricsPanel::setLength(Millis length)
{
    for (const auto& [value, button] : m_lengths)
        button->setChecked(value == length);
    m_feed.setLength(length);
}

void MetricsPanel::setAllQueues(bool all)
{
    m_everyQueue->setChecked(all);
    m_thisQueue->setChecked(!all);
    m_feed.setAllQueues(all);
    describe();
    tellWaiting();
}

MetricsPanel::Subject MetricsPanel::subject() const
{
    return {m_view.current(), m_feed.allQueues() ? QueueName() : m_view.place().queue};
}

bool MetricsPanel::isEmpty() const { return m_emptyFor && m_stack->currentWidget() == m_empty; }

void MetricsPanel::setData(const MetricsData& data)
{
    for (MetricsChart* chart : m_charts)
        chart->setData(data);
    describe();
    m_shown = subject();
    if (!data.isEmpty()) {
        m_emptyFor.reset();
        m_stack->setCurrentWidget(m_scroll);
    } else if (m_emptyFor != m_feed.length() || !isEmpty()) {
        m_emptyFor = m_feed.length();
        tellEmpty();
        m_stack->setCurrentWidget(m_empty);
    }
}

/// Shows a waiting state until data arrives. Empty axes would suggest that there was no activity, and the old data is
/// for a different queue or connection.
void MetricsPanel::tellWaiting()
{
    const Connection* current = m_view.current();
    if (m_shown && *m_shown == subject())
        return;
    m_shown.reset();
    m_emptyFor.reset();
    const bool waits = !ConnectionBar::isLost(current);
    const auto [title, sentence] = waits ? std::pair(tr("Loading"), QString()) : EmptyState::notConnected(current);
    m_empty->tell({}, title, sentence);
    m_stack->setCurrentWidget(m_empty);
}

void MetricsPanel::tellEmpty()
{
    std::vector<EmptyState::Choice> ways;
    if (m_feed.length() < shownLengths.back())
        ways.push_back(
            {tr("Show %1").arg(Formatting::duration(shownLengths.back())), [this] { setLength(shownLengths.back()); }});
    if (!m_feed.allQueues())
        ways.push_back({tr("All queues"), [this] { setAllQueues(true); }});
    m_empty->tell({}, tr("Nothing ran in the last %1").arg(Formatting::duration(m_feed.length())),
        tr("Figures will appear when a worker runs a task."), std::move(ways));
}

void MetricsPanel::fail(const Error& error)
{
    // Keep the old data. If the connection is lost, the bar above the timeline says so.
    m_source->setText(error.message);
}

void MetricsPanel::describe()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text3);
    m_source->setPalette(quiet);
    m_source->setFont(theme().font(-1));
    const QueueName queue = m_view.place().queue;
    const bool one = !m_feed.allQueues() && !queue.isEmpty();
    m_source->setText(one ? tr("From %1's statistics in Redis").arg(printable(queue, 40))
                          : tr("From every queue's statistics in Redis"));
    m_source->setToolTip(tr("Redis keeps per-minute figures for 48 hours and per-hour figures for 30 days."));
}

void MetricsPanel::arrange()
{
    // Arrange the charts in a single row if the dock is short, or in a square if it is tall enough.
    const int room = std::max(1, (width() - 24 + chartGap) / (leastWidth + chartGap));
    int columns = std::min(4, room);
    if (columns >= 2 && (columns == 3 || height() >= 2 * (MetricsChart::leastHeight + 40) + 40))
        columns = 2;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int i = 0; i < 4; ++i) {
        m_grid->removeWidget(m_charts[std::size_t(i)]);
        m_grid->addWidget(m_charts[std::size_t(i)], i / columns, i % columns);
        m_grid->setColumnStretch(i, i < columns ? 1 : 0);
        m_grid->setRowStretch(i, i <= 3 / columns ? 1 : 0);
    }
}

void MetricsPanel::showEvent(QShowEvent* event)
{
    Pane::showEvent(event);
    tellWaiting();
    m_feed.setShown(true);
}

void MetricsPanel::hideEvent(QHideEvent* event)
{
    Pane::hideEvent(event);
    m_feed.setShown(false);
}

void MetricsPanel::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    arrange();
}

} // namespace dueline
