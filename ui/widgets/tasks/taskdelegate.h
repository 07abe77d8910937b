// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QStyledItemDelegate>

namespace dueline {

class Theme;

/// Paints the cells of the task table: tile and word, type and short id, error or holder, times, attempt pips. Paints
/// only; text is drawn as plain text and elided.
class TaskDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit TaskDelegate(const Theme& theme, QObject* parent = nullptr);

    static constexpr int rowHeight = 32;

    /// What type and short id of a task take side by side, in logical pixels.
    int taskWidth(const Task& task) const;
    /// Its words are quiet, its pictures pale.
    void setStale(bool stale) { m_stale = stale; }
    bool isStale() const { return m_stale; }
    /// The row under the pointer, -1 for none; it is tinted whole. The view repaints.
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
