// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace dueline {

class Theme;

/// Delegate that paints suggestions in a list: the text, elided so that no two rows look alike, and the number of
/// matching tasks.
class OfferDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int CountRole = Qt::UserRole; ///< QString: displayed count; empty if unknown
    static constexpr int rowHeight = 26;

    explicit OfferDelegate(const Theme& theme, QObject* parent = nullptr);

    /// Returns the minimum width at which no row is elided.
    int widthOf(const QAbstractItemModel& model) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int countWidth(const QAbstractItemModel& model) const;

    const Theme& m_theme;
};

} // namespace dueline
