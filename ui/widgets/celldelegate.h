// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QAbstractScrollArea;

namespace dueline {

class Theme;

/// Paints the cells of the panels' tables from what the model tells (ui/models/cell.h): tile, dot, bar, text, tail.
/// Paints only; text is drawn as plain text and elided.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CellDelegate(const Theme& theme, QObject* parent = nullptr);

    static constexpr int rowHeight = 26;
    static constexpr int padding = 8;
    static constexpr int barWidth = 56; ///< a share's bar, 6 high
    /// What is kept free behind the last column, beside its padding: words end where those of other panels do.
    static int edge(const QAbstractScrollArea& table);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// The words of what is stale are quiet, its pictures pale.
    void setStale(bool stale) { m_stale = stale; }
    /// The current cell has a frame, where cells and not rows are chosen.
    void setFraming(bool framing) { m_framing = framing; }
    /// Everything so many times as large.
    void setScale(int scale) { m_scale = scale; }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int paintLead(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) const;
    void paintBars(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintFaded(QPainter& painter, QRect cell, const QString& text, const QList<QPoint>& faded) const;
    void paintText(QPainter& painter, QRect cell, const QModelIndex& index) const;

    const Theme& m_theme;
    bool m_stale = false;
    bool m_framing = false;
    int m_scale = 1;
};

} // namespace dueline
