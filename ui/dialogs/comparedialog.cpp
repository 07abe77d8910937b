// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/comparedialog.h"

#include "ui/theme/theme.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace dueline {

CompareDialog::CompareDialog(const Theme& theme, const Formatting& formatting, const Comparison& comparison,
    const Names& names, const QString& where, Environment environment, QWidget* parent)
    : DialogFrame(theme, tr("Compare"), where, environment, parent)
    , m_model(formatting, comparison)
    , m_names(names)
{
    auto* sides = new QHBoxLayout;
    sides->setSpacing(12);
    for (const auto& [letter, name] : {std::pair{tr("A"), names.a}, std::pair{tr("B"), names.b}}) {
        auto* side = new PlainLabel(tr("%1: %2", "A or B, and what it is").arg(letter, name));
        side->setFont(theme.mono());
        side->setEliding(true);
        sides->addWidget(side, 1);
    }
    body().addLayout(sides);
    auto* summary = new PlainLabel(m_model.summary());
    summary->setWordWrap(true);
    body().addWidget(summary);

    std::vector<PanelTable::Column> columns(ComparisonModel::Columns);
    columns[ComparisonModel::Sign].widest = m_model.widest(ComparisonModel::Sign);
    columns[ComparisonModel::Where].widest = m_model.widest(ComparisonModel::Where);
    columns[ComparisonModel::A].even = columns[ComparisonModel::B].even = true;
    m_table = new PanelTable(theme, m_model, tr("Differences"), std::move(columns));
    m_table->setContextMenuPolicy(Qt::NoContextMenu);
    body().addWidget(m_table, 1);
    connect(m_table, &PanelTable::chosen, this, &CompareDialog::showRow);
    auto* copy = new QShortcut(QKeySequence::Copy, m_table, nullptr, nullptr, Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &CompareDialog::copyRows);

    auto* whole = new QHBoxLayout;
    whole->setSpacing(12);
    whole->addWidget(m_wholeA = addWhole(tr("A in the selected row")));
    whole->addWidget(m_wholeB = addWhole(tr("B in the selected row")));
    body().addLayout(whole);
    auto* all = new QCheckBox(tr("Also show identical fields"));
    body().addWidget(all);
    isNothingTyped(*all);
    connect(all, &QCheckBox::toggled, this, [this](bool shown) {
        m_model.showAll(shown);
        m_table->selectRow(0);
    });

    auto* copyAll = new QPushButton(tr("Copy as text"));
    copyAll->setAutoDefault(false);
    copyAll->setToolTip(tr("Copy all visible rows, as tab-separated text"));
    connect(copyAll, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
    addToFooter(copyAll);
    addCopyLink([this] { return m_names.command; });
    setVerb(tr("Close"));
    cancelButton()->hide();
    resize(880, 540);
    if (m_model.rowCount() > 0)
        m_table->selectRow(0);
    m_table->setFocus(); // must come last: setDefault() on a button moves the focus
}

/// Adds a view that shows one side in full, with wrapped lines, for reading and copying.
QPlainTextEdit* CompareDialog::addWhole(const QString& name)
{
    auto* whole = named(new QPlainTextEdit, name);
    whole->setReadOnly(true);
    whole->setUndoRedoEnabled(false);
    whole->setTabChangesFocus(true);
    whole->setFont(theme().mono());
    whole->setWordWrapMode(QTextOption::WrapAnywhere);
    whole->setFixedHeight(72);
    return whole;
}

void CompareDialog::showRow()
{
    const int row = m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
    m_wholeA->setPlainText(m_model.whole(row, ComparisonModel::A));
    m_wholeB->setPlainText(m_model.whole(row, ComparisonModel::B));
}

void CompareDialog::copyRows() const
{
    const auto rows = m_table->selectedRowNumbers();
    if (!rows.empty())
        QApplication::clipboard()->setText(m_model.text(rows));
}

QString CompareDialog::text() const
{
    return tr("A: %1").arg(m_names.a) + u'\n' + tr("B: %1").arg(m_names.b) + u'\n' + m_model.summary() + u'\n'
        + m_model.text() + u'\n';
}

} // namespace dueline
