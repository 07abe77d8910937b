// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/commands/commandpalette.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTest>

namespace dueline::test {

/// Rows and query of the command palette.
class PaletteRows
{
public:
    explicit PaletteRows(CommandPalette& palette)
        : list(*palette.findChild<QListWidget*>())
        , query(*palette.findChild<QLineEdit*>())
    { }

    /// Returns the texts of the rows that can be selected.
    QStringList choices() const { return texts(true); }
    /// Returns the texts of the visible rows that cannot be selected: heads and notes.
    QStringList heads() const { return texts(false); }
    QString current() const { return list.currentItem() ? list.currentItem()->text() : QString(); }
    /// Replaces the query as a user does.
    void type(const QString& words)
    {
        query.clear();
        QTest::keyClicks(&query, words);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&query, key, modifiers); }

    QListWidget& list;
    QLineEdit& query;

private:
    QStringList texts(bool chosen) const
    {
        QStringList texts;
        for (int row = 0; row < list.count(); ++row) {
            const QListWidgetItem* item = list.item(row);
            if (!item->isHidden() && item->flags().testFlag(Qt::ItemIsSelectable) == chosen)
                texts << item->text();
        }
        return texts;
    }
};

} // namespace dueline::test
