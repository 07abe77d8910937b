// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace dueline {

class Theme;

/// Painter of suggestions in a list: the text, elided so that no two rows look alike, and the number of matching tasks.
class OfferDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int CountRole = Qt::UserRole; ///< QString: count as displayed; empty if unknown
    static constexpr int rowHeight = 26;

    explicit OfferDelegate(const Theme& theme, QObject* parent = nullptr);

    /// Returns the minimum width at which none of these rows is elided.
    int widthOf(const QAbstractItemModel& model) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int countWidth(const QAbstractItemModel& model) const;

    const Theme& m_theme;
};

} // namespace dueline
