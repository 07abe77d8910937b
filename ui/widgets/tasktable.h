// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tasktablemodel.h"

#include <QTableView>

namespace dueline {

class Theme;

/// The task table. Live refresh never moves what the operator looks at: the current task and the first visible one keep
/// their place on screen when their rows move, as far as they are among the loaded pages.
class TaskTable : public QTableView
{
    Q_OBJECT

public:
    TaskTable(const Theme& theme, TaskTableModel& model, QWidget* parent = nullptr);

    /// Selected tasks with what is seen of them; the ticked ones when there are any.
    std::vector<TaskRef> selection() const;
    /// The task under the cursor, null when none is.
    const Task* currentTask() const;
    /// Selects the row of `id` when it is loaded.
    bool select(const TaskId& id);
    void setNarrow(bool narrow);

    /// Call around a change of the model's contents.
    void holdPlace();
    void restorePlace();

Q_SIGNALS:
    void currentTaskChanged();
    void inspectRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void layoutColumns();

    const Theme& m_theme;
    TaskTableModel& m_model;
    bool m_narrow = false;
    TaskId m_heldCurrent;
    TaskId m_heldTop;
    int m_heldTopOffset = 0;
    bool m_restoring = false;
};

} // namespace dueline
