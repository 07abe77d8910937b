// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/taskfeed.h"

#include <QHeaderView>

namespace dueline {

class TaskTableModel;
class Theme;

/// Header of the task table. It is flat with a separator line below, and has a check box above the ticks that selects
/// all tasks or none.
class TaskHeader : public QHeaderView
{
    Q_OBJECT

public:
    TaskHeader(const Theme& theme, TaskTableModel& tasks, QWidget* parent);

    /// Shows the sort order as an arrow in the column's header (up for ascending), and as text in its tooltip.
    void setOrder(TaskOrder order);

Q_SIGNALS:
    void tickPressed();
    /// Requests that the tasks be sorted by the clicked section, or in reverse order if they are already sorted by it.
    void orderRequested(dueline::TaskOrder order);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    int orderedSection() const;
    bool isFalling() const;
    void tellOrder();
    void askFor(int section);

    const Theme& m_theme;
    TaskTableModel& m_tasks;
    TaskOrder m_order;
};

/// Appearance of a check box.
enum class TickMark : quint8 { Empty, Some, Full };
/// Paints a check box, which is 14 pixels wide and centered in `cell`.
void paintTick(QPainter& painter, const Theme& theme, const QRect& cell, TickMark mark);

} // namespace dueline
