// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace dueline {

class Theme;

/// Delegate that paints the key and the value of a JSON row in different colors, as plain text.
class JsonDelegate : public QStyledItemDelegate
{
public:
    static constexpr int rowHeight = 22;

    JsonDelegate(const Theme& theme, QObject* parent);

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

} // namespace dueline
