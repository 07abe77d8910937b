// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QStyledItemDelegate>

namespace dueline {

class Theme;

/// Delegate that paints the task table's cells: tile and state, type and short id, error or lease holder, payload,
/// times, and attempt pips. Text is painted as plain text and elided if necessary.
class TaskDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit TaskDelegate(const Theme& theme, QObject* parent = nullptr);

    static constexpr int rowHeight = 32;
    /// Minimum width in pixels at which the Details column shows the payload beside the error or the lease holder.
    static constexpr int payloadFrom = 560;

    /// Returns the width of a task's type and short id, in logical pixels.
    int taskWidth(const Task& task) const;
    /// Sets whether the data is outdated. If so, text and icons are pale.
    void setStale(bool stale) { m_stale = stale; }
    bool isStale() const { return m_stale; }
    /// Sets the row under the pointer, which is highlighted across its full width; -1 for none. The caller must repaint
    /// the view.
    void setHoveredRow(int row) { m_hoveredRow = row; }
    int hoveredRow() const { return m_hoveredRow; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintContent(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    const Theme& m_theme;
    bool m_stale = false;
    int m_hoveredRow = -1;
};

} // namespace dueline
