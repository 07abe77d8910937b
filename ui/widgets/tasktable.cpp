// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasktable.h"

#include "ui/theme/theme.h"
#include "ui/widgets/taskdelegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

namespace dueline {

namespace {

/// A flat head: text in text2, one hairline below.
class TaskHeader : public QHeaderView
{
public:
    TaskHeader(const Theme& theme, QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
        , m_theme(theme)
    {
        setFixedHeight(28);
        setSectionsClickable(false);
        setHighlightSections(false);
        setMinimumSectionSize(24);
    }

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        const Tokens& t = m_theme.tokens();
        painter->fillRect(rect, t.surface);
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), t.line);
        painter->setFont(m_theme.font(-1));
        painter->setPen(t.text2);
        const int alignment = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        painter->drawText(rect.adjusted(8, 0, -8, -1), alignment | Qt::TextSingleLine,
            model()->headerData(section, Qt::Horizontal).toString());
    }

private:
    const Theme& m_theme;
};

} // namespace

TaskTable::TaskTable(const Theme& theme, TaskTableModel& model, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_model(model)
{
    setAccessibleName(tr("Tasks"));
    setHorizontalHeader(new TaskHeader(theme, this));
    verticalHeader()->hide();
    // Before setModel: afterwards it measures every row.
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(TaskDelegate::rowHeight);
    setModel(&model);
    auto* delegate = new TaskDelegate(theme, this);
    setItemDelegate(delegate);
    connect(delegate, &TaskDelegate::tickToggled, this, [this](const QModelIndex& index) {
        if (const Task* task = m_model.taskAt(index.row()))
            m_model.setTicked(task->id, !m_model.isTicked(task->id));
    });
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setFrameShape(NoFrame);
    setWordWrap(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setCornerButtonEnabled(false);
    connect(this, &QTableView::doubleClicked, this, &TaskTable::inspectRequested);
    layoutColumns();
}

void TaskTable::setNarrow(bool narrow)
{
    m_narrow = narrow;
    setColumnHidden(TaskTableModel::DueTime, narrow);
    layoutColumns();
}

void TaskTable::layoutColumns()
{
    const QFontMetrics metrics(m_theme.font());
    const auto wide = [&metrics](const QString& widest) { return metrics.horizontalAdvance(widest) + 20; };
    std::array<int, TaskTableModel::ColumnCount> width{};
    width[TaskTableModel::Tick] = 40;
    width[TaskTableModel::State] = std::max(112, wide(Formatting::stateWord(TaskState::Scheduled)) + 24);
    width[TaskTableModel::Type] = m_narrow ? 160 : 190;
    width[TaskTableModel::When] = std::max(104, wide(tr("in %1").arg(QStringLiteral("10 h 59 min"))));
    width[TaskTableModel::DueTime] = std::max(96, wide(QStringLiteral("Nov 22 12:59:58")));
    width[TaskTableModel::Attempts] = 100;
    int taken = 0;
    for (int column = 0; column < TaskTableModel::ColumnCount; ++column) {
        if (column != TaskTableModel::Details && !isColumnHidden(column))
            taken += width[std::size_t(column)];
    }
    width[TaskTableModel::Details] = std::max(80, viewport()->width() - taken);
    for (int column = 0; column < TaskTableModel::ColumnCount; ++column)
        setColumnWidth(column, width[std::size_t(column)]);
}

void TaskTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    layoutColumns();
}

void TaskTable::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && currentIndex().isValid()) {
        if (const Task* task = currentTask())
            m_model.setTicked(task->id, !m_model.isTicked(task->id));
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT inspectRequested();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TaskTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_restoring)
        Q_EMIT currentTaskChanged();
}

const Task* TaskTable::currentTask() const
{
    return currentIndex().isValid() ? m_model.taskAt(currentIndex().row()) : nullptr;
}

std::vector<TaskRef> TaskTable::selection() const
{
    std::vector<TaskRef> refs;
    if (!m_model.ticked().isEmpty()) {
        for (const TaskRef& ref : m_model.ticked())
            refs.push_back(ref);
        return refs;
    }
    // By ranges: a selection of a million rows must not become a million indexes.
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (const Task* task = m_model.taskAt(row))
                refs.push_back(TaskTableModel::refOf(*task));
        }
    }
    return refs;
}

bool TaskTable::select(const TaskId& id)
{
    const int row = m_model.rowOf(id);
    if (row < 0)
        return false;
    setCurrentIndex(m_model.index(row, TaskTableModel::Type));
    return true;
}

void TaskTable::holdPlace()
{
    const Task* current = currentTask();
    m_heldCurrent = current ? current->id : TaskId();
    const int top = rowAt(0);
    const Task* first = top >= 0 ? m_model.taskAt(top) : nullptr;
    // At the very top the list follows what comes first; only somebody who has scrolled wants to stay.
    m_heldTop = first && verticalScrollBar()->value() > 0 ? first->id : TaskId();
    m_heldTopOffset = top >= 0 ? rowViewportPosition(top) : 0;
}

void TaskTable::restorePlace()
{
    m_restoring = true;
    if (!m_heldTop.isEmpty()) {
        const int row = m_model.rowOf(m_heldTop);
        if (row >= 0)
            verticalScrollBar()->setValue(row * TaskDelegate::rowHeight - m_heldTopOffset);
    }
    if (!m_heldCurrent.isEmpty() && selectionModel()->selectedRows().size() <= 1) {
        const int row = m_model.rowOf(m_heldCurrent);
        if (row >= 0 && row != currentIndex().row()) {
            const int scroll = verticalScrollBar()->value();
            setCurrentIndex(m_model.index(row, std::max(0, currentIndex().column())));
            verticalScrollBar()->setValue(scroll);
        }
    }
    m_restoring = false;
}

} // namespace dueline
