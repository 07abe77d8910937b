// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace dueline {

class Theme;

/// A row of what is offered below a line: its text, cut so that no two rows look alike, and how many tasks it finds.
class OfferDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int CountRole = Qt::UserRole; ///< as it is shown; empty: not known
    static constexpr int rowHeight = 26;

    explicit OfferDelegate(const Theme& theme, QObject* parent = nullptr);

    /// The least width at which nothing of these rows is cut.
    int widthOf(const QAbstractItemModel& model) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int countWidth(const QAbstractItemModel& model) const;

    const Theme& m_theme;
};

} // namespace dueline
