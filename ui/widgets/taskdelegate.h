// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

Q_SIGNALS:
    void tickToggled(const QModelIndex& index);

private:
    const Theme& m_theme;
};

} // namespace dueline
