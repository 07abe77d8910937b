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

/// Task table. Live refreshes never move the visible rows: the current task and the first visible task stay in place on
/// screen if their pages are loaded. One row is current and inspected. Tasks are ticked by id, so ticks move with their
/// tasks.
class TaskTable : public LongTable
{
    Q_OBJECT

public:
    TaskTable(const Theme& theme, TaskTableModel& model, QWidget* parent = nullptr);

    /// Returns the tasks that an action applies to, as displayed: the ticked tasks or, if there are none, the current
    /// task.
    std::vector<TaskRef> selection() const;
    /// Summary of selection() that doesn't require creating the list of tasks.
    struct Extent
    {
        int tasks = 0;
        int leased = 0; ///< number of leased tasks
        StateSet states; ///< states of the tasks
        bool untimed = false; ///< true if all tasks are loaded and untimed; false if there are too many to examine
    };
    Extent extent() const;
    /// Returns the current task; null if there is none.
    const Task* currentTask() const;
    /// Selects the row of `id` if it is loaded. Returns whether the row is loaded.
    bool select(const TaskId& id);
    /// Selects the task `rows` below the current one (above if negative), or the nearest row that exists.
    void moveCurrent(int rows);
    /// Scrolls the row to the center. The first visible row is not clipped.
    void centre(const QModelIndex& index);
    void setNarrow(bool narrow);
    /// Scrolls as QTableView does, but without clipping the first row when scrolling down.
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    TaskHeader& header() { return *m_header; }
    /// Sets whether the list is dimmed because it is from before the connection was lost.
    void setStale(bool stale);
    bool isStale() const;
    /// Sets whether the user wants to see a column. Columns that don't fit are still hidden automatically.
    void setColumnWanted(int column, bool wanted);
    /// Returns the minimum width at which only free text in the column is elided.
    int neededWidth(int column) const;

    /// Emits allRequested() instead of selecting rows, because the selection must include tasks that aren't loaded.
    void selectAll() override;
    /// Saves the scroll position. Call this before changing the model's contents.
    void holdPlace();
    void restorePlace();

Q_SIGNALS:
    /// Emitted when a different task becomes current because the cursor or the rows have moved, or when the current
    /// task's data changes.
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
    bool m_holding = false; ///< true while the model's contents are changing
    std::optional<Task> m_told; ///< current task as last reported
    int m_taskWidth = 0; ///< width of the widest type and short id shown
};

} // namespace dueline
