// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/designsdialog.h"

#include "ui/text/layoutwords.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int designWidth = 150;

} // namespace

DesignsDialog::DesignsDialog(const Theme& theme, QWidget* parent)
    : DialogFrame(
        theme, tr("Custom designs"), tr("What each worker can lose or run twice"), Environment::Development, parent)
{
    setObjectName(QStringLiteral("designsDialog"));
    auto* table = new QTableWidget(0, 4);
    table->setAccessibleName(tr("Custom designs"));
    table->setHorizontalHeaderLabels({tr("Design"), tr("Its own worker"), tr("Dueline's worker"), tr("Both together")});
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Fixed);
    table->horizontalHeader()->resizeSection(0, designWidth);
    table->horizontalHeader()->setHighlightSections(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->setFrameShape(QFrame::NoFrame);
    table->setStyleSheet(QStringLiteral("QTableView::item { padding: 4px 6px; }"));
    table->setWordWrap(true);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const auto& [choice, form] : LayoutWords::choices()) {
        if (!choice.isDesign())
            continue;
        const QStringList cells{LayoutWords::text(form.title), LayoutWords::text(form.theirs),
            LayoutWords::text(form.ours), LayoutWords::text(form.mixed)};
        const int row = table->rowCount();
        table->insertRow(row);
        for (int column = 0; column < int(cells.size()); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
            if (column == 0)
                item->setFont(theme.font(0, QFont::DemiBold));
            table->setItem(row, column, item);
        }
    }
    body().addWidget(table);
    setVerb(tr("Close"));
    cancelButton()->hide();
    resize(980, 560);
}

} // namespace dueline
