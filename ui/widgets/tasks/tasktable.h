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

/// The task table. Live refresh never moves what the operator looks at: the current task and the first visible one keep
/// their place on screen when their rows move, as far as they are among the loaded pages. One row is current (and
/// inspected); several are ticked, by id, so that a tick stays with its task wherever refresh moves it.
class TaskTable : public LongTable
{
    Q_OBJECT

public:
    TaskTable(const Theme& theme, TaskTableModel& model, QWidget* parent = nullptr);

    /// What an action is about, with what is seen of it: the ticked tasks, or the current one when none is ticked.
    std::vector<TaskRef> selection() const;
    /// How much selection() holds, without making it.
    struct Extent
    {
        int tasks = 0;
        int leased = 0; ///< of them
        StateSet states; ///< that occur among them
        bool untimed = false; ///< all of them are, as far as they are loaded, and there are few
    };
    Extent extent() const;
    /// The task under the cursor, null when none is.
    const Task* currentTask() const;
    /// Selects the row of `id` when it is loaded.
    bool select(const TaskId& id);
    /// Scrolls it to the middle; the first row in view is whole.
    void centre(const QModelIndex& index);
    void setNarrow(bool narrow);
    /// Where it scrolls down, the first row in view is whole as well.
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    TaskHeader& header() { return *m_header; }
    /// Dimmed: what is listed is from before the connection was lost.
    void setStale(bool stale);
    bool isStale() const;
    /// A column nobody wants to see, whether or not there is room. Columns without room hide by themselves.
    void setColumnWanted(int column, bool wanted);
    /// The least width at which nothing in the column is cut but free text.
    int neededWidth(int column) const;

    /// Asks for allRequested(): ticks what is not loaded, too.
    void selectAll() override;
    /// Call around a change of the model's contents.
    void holdPlace();
    void restorePlace();

Q_SIGNALS:
    /// Another task is under the cursor, or the same one as it is now, whether the cursor moved or the rows did.
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
    bool m_holding = false; ///< the contents are about to change
    std::optional<Task> m_told; ///< as it was last told to be under the cursor
    int m_taskWidth = 0; ///< of the widest type and short id seen here
};

} // namespace dueline
