// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tasktablemodel.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/text/taskname.h"

#include <algorithm>
#include <limits>

namespace dueline {

namespace {

constexpr std::size_t heldPages = 60; // maximum number of pages in memory (6,000 rows)

/// Returns whether the task is waiting without a due time. Excludes leased tasks: if a lease has no end, the column
/// shows when it started.
bool waitsUntimed(const Task& task) { return task.untimed && task.state != TaskState::Leased; }

/// Returns a lease's remaining time. Times of a minute or more are rounded to whole minutes to fit in the column.
QString leaseWords(Millis left)
{
    constexpr Millis minute{minuteMs};
    return Formatting::duration(left < minute ? left : left - left % minute);
}

} // namespace

TaskTableModel::TaskTableModel(const Formatting& formatting, QObject* parent)
    : QAbstractTableModel(parent)
    , m_formatting(formatting)
{ }

int TaskTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_total; }

int TaskTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

Qt::ItemFlags TaskTableModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.column() == Tick)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

const Task* TaskTableModel::taskAt(int row) const
{
    const auto page = m_pages.find(row / pageSize);
    if (page == m_pages.end())
        return nullptr;
    const auto offset = std::size_t(row % pageSize);
    page->second.usedAt = ++m_use;
    return offset < page->second.tasks.size() ? &page->second.tasks[offset] : nullptr;
}

QVariant TaskTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_total)
        return {};
    const Task* task = taskAt(index.row());
    if (!task) {
        const int page = index.row() / pageSize;
        if (!m_pages.contains(page) && !m_wanted.contains(page)) {
            m_wanted.insert(page);
            Q_EMIT pageWanted(page);
        }
        if (role == LoadedRole)
            return false;
        if (role == Qt::AccessibleTextRole)
            return tr("Loading");
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return text(*task, index.column());
    case Qt::AccessibleTextRole:
        return spoken(*task, index.column());
    case Qt::ToolTipRole:
        // Escape the text, so that a payload or error that looks like HTML is shown as plain text.
        if ((index.column() == When || index.column() == DueTime) && waitsUntimed(*task))
            return (task->state == TaskState::Scheduled ? tr("The task is waiting for other tasks and has no due time.")
                                                        : tr("The task is waiting in the list and has no due time."))
                .toHtmlEscaped();
        if (index.column() == When || index.column() == DueTime)
            return tr("%1, %2, %3 ms")
                .arg(m_formatting.exact(task->at), Formatting::relative(task->at, m_now))
                .arg(toMs(task->at))
                .toHtmlEscaped();
        if (index.column() == Type)
            return plainTextToolTip(printable(task->id, 300));
        if (index.column() == Details && tellsError(*task))
            return plainTextToolTip(printableText(task->error, 1024));
        return {};
    case Qt::TextAlignmentRole:
        return index.column() == When || index.column() == DueTime ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                                                                   : QVariant();
    case Qt::CheckStateRole:
        return index.column() == Tick ? QVariant(isTicked(exactId(*task)) ? Qt::Checked : Qt::Unchecked) : QVariant();
    case TaskRole: {
        Task shown = *task;
        shown.state = stateAt(shown, m_now);
        return QVariant::fromValue(shown);
    }
    case LoadedRole:
        return true;
    case TickedRole:
        return isTicked(exactId(*task));
    default:
        return {};
    }
}

QString TaskTableModel::text(const Task& task, int column) const
{
    switch (column) {
    case State:
        return Formatting::stateWord(stateAt(task, m_now));
    case Type:
        return printable(task.id, 120);
    case OwnQueue:
        return printable(task.ownQueue, 120);
    case Details:
        if (task.state == TaskState::Leased && !task.worker.isEmpty())
            return tr("held by %1").arg(printable(task.worker, 60));
        if (task.retried)
            return printable(task.nativeState + " · " + errorLine(task.error), 300);
        return printable(tellsError(task) ? errorLine(task.error) : task.preview, 300);
    case When:
        if (task.state != TaskState::Leased || task.untimed)
            return whenWord(task);
        return task.at > m_now ? tr("lease %1").arg(leaseWords(task.at - m_now)) : tr("lease expired");
    case DueTime:
        return waitsUntimed(task) || !isRecorded(task) ? QStringLiteral("–") : m_formatting.instant(task.at, m_now);
    case Attempts:
        return Formatting::attempts(task.attempt, task.maxAttempts);
    default:
        return {};
    }
}

QString TaskTableModel::whenWord(const Task& task) const
{
    if (!isRecorded(task))
        return QStringLiteral("–");
    if (!task.untimed)
        return Formatting::relative(task.at, m_now);
    if (task.state == TaskState::Leased) // lease without an end
        return tr("held %1", "for a duration").arg(Formatting::duration(std::max(Millis(0), m_now - task.at)));
    return task.state == TaskState::Scheduled ? tr("after other tasks") : tr("immediately");
}

QString TaskTableModel::spoken(const Task& task, int column) const
{
    switch (column) {
    case Tick:
        return isTicked(exactId(task)) ? tr("selected") : tr("not selected");
    case State:
        return tr("%1, attempt %2 of %3, %4")
            .arg(Formatting::stateWord(stateAt(task, m_now)))
            .arg(task.attempt)
            .arg(task.maxAttempts)
            .arg(whenWord(task));
    case Attempts:
        return tr("attempt %1 of %2").arg(task.attempt).arg(task.maxAttempts);
    default:
        return text(task, column);
    }
}

QVariant TaskTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == When || section == DueTime ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if ((role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole) && m_headWords.contains(section))
        return m_headWords.value(section);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case Tick:
        return role == Qt::AccessibleTextRole ? tr("Selected") : QString();
    case State:
        return tr("State");
    case Type:
        return tr("Task");
    case OwnQueue:
        return tr("Queue");
    case Details:
        return tr("Details");
    case When:
        return tr("When");
    case DueTime:
        return tr("Time");
    case Attempts:
        return tr("Attempts");
    default:
        return {};
    }
}

void TaskTableModel::setHeadWords(const QHash<int, QString>& words)
{
    if (words == m_headWords)
        return;
    m_headWords = words;
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void TaskTableModel::reset(qint64 total)
{
    beginResetModel();
    m_pages.clear();
    m_wanted.clear();
    m_total = int(std::min<qint64>(total, std::numeric_limits<int>::max()));
    endResetModel();
    clearTicks();
}

void TaskTableModel::setTotal(qint64 total)
{
    m_wanted.clear(); // pages that failed to load may be available now
    const int rows = int(std::min<qint64>(total, std::numeric_limits<int>::max()));
    if (rows > m_total) {
        beginInsertRows({}, m_total, rows - 1);
        m_total = rows;
        endInsertRows();
    } else if (rows < m_total) {
        beginRemoveRows({}, rows, m_total - 1);
        m_total = rows;
        for (auto page = m_pages.begin(); page != m_pages.end();) {
            const int first = page->first * pageSize;
            if (first >= rows) {
                page = m_pages.erase(page);
                continue;
            }
            if (first + int(page->second.tasks.size()) > rows)
                page->second.tasks.resize(std::size_t(rows - first));
            ++page;
        }
        endRemoveRows();
    }
}

void TaskTableModel::setPage(int page, const std::vector<Task>& tasks)
{
    m_wanted.remove(page);
    const int first = page * pageSize;
    if (first >= m_total)
        return;
    Page& held = m_pages[page];
    held.usedAt = ++m_use;
    std::vector<Task> fresh(
        tasks.begin(), tasks.begin() + std::min<std::ptrdiff_t>(std::ptrdiff_t(tasks.size()), m_total - first));
    if (held.tasks == fresh)
        return;
    held.tasks = std::move(fresh);
    // Set ticked tasks to their displayed state, because an action applies to what the user sees.
    for (const Task& task : held.tasks) {
        if (auto ticked = m_ticked.find(exactId(task)); ticked != m_ticked.end())
            *ticked = refOf(task);
    }
    const int last = std::min(m_total, first + pageSize) - 1;
    Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
    forgetFarPages();
    noteOwnQueues();
}

/// Updates tellsOwnQueues(). Keeps the previous value while the table is empty, so that the column doesn't disappear
/// while a filter changes.
void TaskTableModel::noteOwnQueues()
{
    bool isEmpty = true;
    bool tells = false;
    visitLoaded([&](const Task& task) {
        isEmpty = false;
        tells = tells || !task.ownQueue.isEmpty();
    });
    if (isEmpty || tells == m_tellsOwnQueues)
        return;
    m_tellsOwnQueues = tells;
    Q_EMIT tellsOwnQueuesChanged();
}

void TaskTableModel::forgetFarPages()
{
    while (m_pages.size() > heldPages) {
        const auto oldest = std::min_element(m_pages.begin(), m_pages.end(),
            [](const auto& a, const auto& b) { return a.second.usedAt < b.second.usedAt; });
        m_pages.erase(oldest);
    }
}

void TaskTableModel::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    for (const auto& [page, held] : m_pages) {
        const int first = page * pageSize;
        if (held.tasks.empty())
            continue;
        const int last = first + int(held.tasks.size()) - 1;
        Q_EMIT dataChanged(index(first, When), index(last, When), {Qt::DisplayRole});
        Q_EMIT dataChanged(index(first, State), index(last, State), {Qt::DisplayRole});
    }
}

int TaskTableModel::rowOf(const TaskId& id) const
{
    int other = -1; // row whose id matches only in its alternative form
    for (const auto& [page, held] : m_pages) {
        for (std::size_t i = 0; i < held.tasks.size(); ++i) {
            const int row = page * pageSize + int(i);
            if (exactId(held.tasks[i]) == id)
                return row;
            if (other < 0 && goesBy(held.tasks[i], id))
                other = row;
        }
    }
    return other < 0 && m_locator ? m_locator(id) : other;
}

void TaskTableModel::forgetPages()
{
    m_pages.clear();
    m_wanted.clear();
    if (m_total > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_total - 1, ColumnCount - 1));
}

std::vector<int> TaskTableModel::loadedPages() const
{
    std::vector<int> pages;
    for (const auto& entry : m_pages)
        pages.push_back(entry.first);
    return pages;
}

void TaskTableModel::setTicked(const TaskId& id, bool ticked)
{
    const bool wasAll = isAll();
    m_allOf = {};
    const int row = rowOf(id);
    if (ticked && row >= 0)
        m_ticked.insert(exactId(*taskAt(row)), refOf(*taskAt(row)));
    else if (!ticked)
        m_ticked.remove(id);
    if (wasAll)
        return tellTicks();
    if (row >= 0)
        Q_EMIT dataChanged(index(row, Tick), index(row, Tick), {Qt::CheckStateRole, TickedRole});
    Q_EMIT ticksChanged();
}

void TaskTableModel::tick(const std::vector<TaskRef>& refs)
{
    m_allOf = {};
    for (const TaskRef& ref : refs)
        m_ticked.insert(exactId(ref), ref);
    tellTicks();
}

void TaskTableModel::setAll(StateSet states)
{
    m_allOf = states;
    tellTicks();
}

void TaskTableModel::untick(const std::vector<TaskId>& ids)
{
    const auto before = m_ticked.size();
    for (const TaskId& id : ids)
        m_ticked.remove(id);
    if (m_ticked.size() != before)
        tellTicks();
}

void TaskTableModel::clearTicks()
{
    if (m_ticked.isEmpty() && !isAll())
        return;
    m_ticked.clear();
    m_allOf = {};
    tellTicks();
}

void TaskTableModel::tellTicks()
{
    if (m_total > 0)
        Q_EMIT dataChanged(index(0, Tick), index(m_total - 1, Tick), {Qt::CheckStateRole, TickedRole});
    Q_EMIT ticksChanged();
}

} // namespace dueline
