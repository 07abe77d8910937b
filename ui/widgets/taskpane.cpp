// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/taskpane.h"

#include "ui/presenters/workbench.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasktable.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace dueline {

TaskPane::TaskPane(const Theme& theme, Workbench& bench, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_bench(bench)
    , m_filter(new FilterLine(theme))
    , m_count(new PlainLabel)
    , m_countOf(new PlainLabel)
    , m_problem(new PlainLabel)
    , m_table(new TaskTable(theme, bench.tasks()))
    , m_empty(new EmptyState(theme))
    , m_stack(new QStackedWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new Pane(theme, Ground::Surface, Qt::BottomEdge);
    head->setMinimumHeight(44);
    auto* headColumn = new QVBoxLayout(head);
    headColumn->setContentsMargins(12, 7, 16, 7);
    headColumn->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_filter, 1);
    row->addWidget(m_count);
    row->addWidget(m_countOf);
    headColumn->addLayout(row);
    headColumn->addWidget(m_problem);
    m_problem->hide();
    column->addWidget(head);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    connectFeed();
    connect(m_filter, &FilterLine::filterChanged, &m_bench, &Workbench::setFilter);
    connect(m_filter, &FilterLine::problemChanged, this, &TaskPane::showProblem);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TaskPane::selectionChanged);
    connect(&m_bench.tasks(), &TaskTableModel::ticksChanged, this, &TaskPane::refresh);
}

void TaskPane::connectFeed()
{
    TaskFeed& feed = m_bench.taskFeed();
    connect(&feed, &TaskFeed::aboutToChange, m_table, &TaskTable::holdPlace);
    connect(&feed, &TaskFeed::changed, this, [this] {
        m_table->restorePlace();
        refresh();
    });
    connect(&feed, &TaskFeed::searched, this, &TaskPane::refresh);
    connect(&feed, &TaskFeed::failed, this, &TaskPane::failed);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TaskPane::tellVisibleRows);
    connect(&m_bench.tasks(), &QAbstractItemModel::rowsInserted, this, &TaskPane::tellVisibleRows);
}

void TaskPane::tellVisibleRows()
{
    const int last = m_table->rowAt(m_table->viewport()->height() - 1);
    m_bench.taskFeed().setVisibleRows(m_table->rowAt(0), last < 0 ? m_bench.tasks().rowCount() - 1 : last);
}

void TaskPane::showProblem(const QString& problem)
{
    QPalette colour = palette();
    colour.setColor(QPalette::WindowText, theme().tokens().of(TaskState::Failed).text);
    m_problem->setPalette(colour);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void TaskPane::refresh()
{
    const QueueInfo* queue = m_bench.queue();
    const qint64 found = m_bench.taskFeed().matches();
    qint64 all = 0;
    if (queue) {
        for (const TaskState state : allStates) {
            if (state != TaskState::Trash || m_bench.place().state == TaskState::Trash)
                all += queue->counts[state];
        }
    }
    const int ticked = int(m_bench.tasks().ticked().size());
    m_count->setFont(theme().font(0, QFont::DemiBold));
    m_count->setText(ticked > 0 ? tr("%n selected", nullptr, ticked) : Formatting::count(found));
    m_countOf->setText(ticked > 0              ? tr("of %1").arg(Formatting::count(found))
            : m_bench.taskFeed().isSearching() ? tr("found so far…")
                                               : tr("of %1 tasks").arg(Formatting::count(all)));
    showEmptyState();
    Q_EMIT selectionChanged();
}

void TaskPane::showEmptyState()
{
    if (m_bench.tasks().rowCount() > 0 || m_bench.taskFeed().isSearching()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    const Connection* current = m_bench.current();
    const QueueInfo* queue = m_bench.queue();
    if (current && !queue && current->session().isOnline() && current->refreshedAt() != TimePoint{}) {
        m_empty->tell(QStringLiteral("queue"), tr("No queue yet"),
            tr("A queue appears with its first task. Add one with duectl add, or open the sandbox to look around."),
            {{tr("Open sandbox"), [this] { Q_EMIT sandboxWished(); }, false}});
    } else if (queue && !m_filter->filter().isEmpty()) {
        m_empty->tell(QStringLiteral("filter"), tr("No task matches"),
            tr("The filter hides all tasks of this queue; they are not gone."),
            {{tr("Clear the filter"), [this] { m_filter->clear(); }, false}});
    } else if (queue && queue->unreadable.isEmpty()) {
        m_empty->tell(QStringLiteral("queue"), m_bench.place().state ? tr("No task is in this state") : tr("No tasks"),
            tr("There is nothing here right now."));
    } else if (queue) {
        m_empty->tell(QStringLiteral("warning"), tr("This queue cannot be read"), QString::fromUtf8(queue->unreadable));
    } else {
        m_empty->tell({}, current ? tr("Loading") : tr("Not connected"), {});
    }
    m_stack->setCurrentIndex(1);
}

} // namespace dueline
