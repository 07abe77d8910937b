// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace dueline {

class Theme;

/// Delegate that paints the sidebar's rows: section headers with + buttons, connections with a stripe, a dot and a tag,
/// queues with counts, states with tiles, and saved filters. Names are painted as plain text and elided if necessary.
class SidebarDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit SidebarDelegate(const Theme& theme, QObject* parent = nullptr);

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Returns the rectangle of the + button after a section header's text, in the same coordinate system as `row`.
    static QRect plusOf(const Theme& theme, const QRect& row, const QString& head);

private:
    class Brush;

    const Theme& m_theme;
};

} // namespace dueline
