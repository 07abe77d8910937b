// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keysdialog.h"

#include "ui/actions/actions.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace dueline {

KeysDialog::KeysDialog(const Theme& theme, const Actions& actions, QWidget* parent)
    : DialogFrame(
        theme, tr("Keyboard"), tr("Single keys act in the table and the timeline"), Environment::Development, parent)
{
    std::vector<const Actions::Item*> shown;
    for (const Actions::Item& item : actions.items()) {
        if (!item.action->shortcut().isEmpty())
            shown.push_back(&item);
    }
    auto* table = new QTableWidget(int(shown.size()), 3);
    table->setAccessibleName(tr("Keyboard"));
    table->horizontalHeader()->hide();
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(28);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Actions::Item& item = *shown[i];
        auto* keys = new QTableWidgetItem(item.action->shortcut().toString(QKeySequence::NativeText));
        keys->setFont(theme.font(0, QFont::DemiBold));
        table->setItem(int(i), 0, keys);
        table->setItem(int(i), 1, new QTableWidgetItem(item.action->text().remove(u'&')));
        table->setItem(int(i), 2, new QTableWidgetItem(actionTip(*item.row)));
    }
    table->setColumnWidth(0, 120);
    table->setColumnWidth(1, 180);
    table->horizontalHeader()->setStretchLastSection(true);
    body().addWidget(table);
    setVerb(tr("Close"));
    cancelButton()->hide();
    resize(840, 560);
}

} // namespace dueline
