// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QLineEdit;

namespace dueline {

class Theme;

/// Delegate that paints the rows of the command palette: heads of groups, notes, and entries. An entry with a second
/// line is a task; the query is highlighted in this line.
class PaletteDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role {
        HintRole = Qt::UserRole, ///< QString: text on the right
        IconRole, ///< QString: name of the icon
        NumberRole, ///< int: number of the entry
        KindRole, ///< Kind as int
        TailRole, ///< QString: gray text after the row's text
        DetailRole, ///< QString: second line
        StateRole, ///< TaskState as int: tile instead of the icon
    };
    enum class Kind : quint8 { Entry, Head, Note };

    static constexpr int margin = 16;
    static constexpr int textLeft = 44; ///< left edge of the texts next to icons

    PaletteDelegate(const Theme& theme, const QLineEdit& query, QObject* parent);

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QRect paintHint(QPainter& painter, QRect area, const QString& hint) const;
    void paintOther(QPainter& painter, QRect area, const QModelIndex& index) const;
    void paintEntry(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintDetail(QPainter& painter, QRect area, QString detail) const;

    const Theme& m_theme;
    const QLineEdit& m_query;
};

} // namespace dueline
