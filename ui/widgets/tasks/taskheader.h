// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/taskfeed.h"

#include <QHeaderView>

namespace dueline {

class TaskTableModel;
class Theme;

/// The head of the task table: flat, one hairline below, and a box over the ticks that ticks all or none.
class TaskHeader : public QHeaderView
{
    Q_OBJECT

public:
    TaskHeader(const Theme& theme, TaskTableModel& tasks, QWidget* parent);

    /// What the rows are sorted by: a sign beside the head of the column, up for what grows, and words in its tooltip.
    void setOrder(TaskOrder order);

Q_SIGNALS:
    void tickPressed();
    /// A head was pressed that rows can be sorted by; again: the other way round.
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

/// The box of a tick, 14 px, centred in a column of `cell`.
enum class TickMark : quint8 { Empty, Some, Full };
void paintTick(QPainter& painter, const Theme& theme, const QRect& cell, TickMark mark);

} // namespace dueline
