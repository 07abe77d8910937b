// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tasktablemodel.h"
#include "ui/widgets/tasks/longtable.h"

#include <array>
#include <optional>

namespace dueline {

class TaskDelegate;
class TaskHeader;
class Theme;

/// Task table. A live refresh never moves the visible rows: the current task and the first visible task keep their
/// position on screen if they are in the loaded pages. One row is current and inspected. Tasks are ticked by id, so
/// that ticks move with their tasks.
class TaskTable : public LongTable
{
    Q_OBJECT

public:
    TaskTable(const Theme& theme, TaskTableModel& model, QWidget* parent = nullptr);

    /// Returns the tasks that an action applies to, with their data as displayed: the ticked tasks, or the current one
    /// if none is ticked.
    std::vector<TaskRef> selection() const;
    /// Size of selection(), without creating it.
    struct Extent
    {
        int tasks = 0;
        int leased = 0; ///< leased tasks included
        StateSet states; ///< states of the tasks
        bool untimed = false; ///< true if the loaded tasks are few and all untimed
    };
    Extent extent() const;
    /// Returns the task under the cursor; null if there is none.
    const Task* currentTask() const;
    /// Selects the row of `id` if it is loaded. Returns whether the row is loaded.
    bool select(const TaskId& id);
    /// Scrolls to show the row in the middle. The first visible row is not clipped.
    void centre(const QModelIndex& index);
    void setNarrow(bool narrow);
    /// Scrolls like QTableView, but never clips the first row when scrolling down.
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    TaskHeader& header() { return *m_header; }
    /// Dims the list, because it is from before the connection was lost.
    void setStale(bool stale);
    bool isStale() const;
    /// Shows or hides a column at the user's choice. Columns that do not fit are hidden automatically.
    void setColumnWanted(int column, bool wanted);
    /// Returns the smallest width at which only free text in the column is elided.
    int neededWidth(int column) const;

    /// Emits allRequested(), because tasks that are not loaded are also selected.
    void selectAll() override;
    /// Saves the scroll position. Must be called before the model's contents change.
    void holdPlace();
    void restorePlace();

Q_SIGNALS:
    /// Emitted when another task is under the cursor, because the cursor or the rows have moved, or when that task has
    /// changed.
    void currentTaskChanged();
    void inspectRequested();
    void allRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void dataChanged(const QModelIndex& from, const QModelIndex& to, const QList<int>& roles) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void toggleTick(int row);
    void tickRange(int from, int to);
    void layoutColumns();
    void widenTask();
    void tellCurrent();
    void hover(int row);

    const Theme& m_theme;
    TaskTableModel& m_model;
    TaskHeader* m_header;
    TaskDelegate* m_delegate;
    bool m_narrow = false;
    std::array<bool, TaskTableModel::ColumnCount> m_unwanted{};
    TaskId m_heldCurrent;
    TaskId m_heldTop;
    int m_heldTopOffset = 0;
    bool m_holding = false; ///< true during a change of the contents
    std::optional<Task> m_told; ///< task under the cursor as last reported
    int m_taskWidth = 0; ///< widest type and short id displayed here
};

} // namespace dueline
