// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QAbstractScrollArea;

namespace dueline {

class Theme;
struct Tokens;

/// Delegate that paints cells in the panels' tables, based on the model's data roles (ui/models/cell.h), such as tile,
/// dot, bar, text and tail. Text is painted as plain text and elided if necessary.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CellDelegate(const Theme& theme, QObject* parent = nullptr);

    static constexpr int rowHeight = 26;
    static constexpr int padding = 8;
    static constexpr int barWidth = 56; ///< width of the bar for Cell::Share in pixels; its height is 6
    static constexpr int meterWidth = 44; ///< width of a full meter in pixels
    /// Returns the margin after the last column, in addition to the column's padding, so that text ends in the same
    /// position in all panels.
    static int edge(const QAbstractScrollArea& table);

    /// Returns the color of completed tasks in bars, as pale as in the timeline.
    static QColor doneColour(const Tokens& tokens, bool stale = false);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Sets whether the data is outdated. If so, text and icons are pale.
    void setStale(bool stale) { m_stale = stale; }
    /// Sets whether the current cell has a frame. Use this for tables in which cells, not rows, are selected.
    void setFraming(bool framing) { m_framing = framing; }
    /// Sets the position, from 0 to 1, of the highlight that sweeps over the placeholders of values being read. A
    /// negative position means no animation.
    void setSweep(double sweep) { m_sweep = sweep; }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int paintLead(QPainter& painter, const QRect& cell, const QModelIndex& index, bool selected) const;
    void paintLoading(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintMeter(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintBars(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintFaded(QPainter& painter, QRect cell, const QString& text, const QList<QPoint>& faded) const;
    void paintText(QPainter& painter, QRect cell, const QModelIndex& index, bool selected) const;

    const Theme& m_theme;
    bool m_stale = false;
    bool m_framing = false;
    double m_sweep = -1;
};

} // namespace dueline
