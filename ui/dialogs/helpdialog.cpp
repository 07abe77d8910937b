// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/helpdialog.h"

#include "ui/actions/actions.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/searchline.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr int actionWidth = 220;
constexpr int keysWidth = 170;

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(QStringLiteral("   "));
}

} // namespace

HelpDialog::HelpDialog(const Theme& theme, const Actions& actions, QWidget* parent)
    : DialogFrame(theme, tr("Actions and keys"), tr("Single-key shortcuts work in the table and the timeline"),
        Environment::Development, parent)
    , m_words(named(new SearchLine(theme), tr("Search terms")))
    , m_table(named(new QTableWidget(0, 3), tr("Actions and keys")))
    , m_count(new PlainLabel)
{
    setObjectName(QStringLiteral("helpDialog"));
    isNothingTyped(*m_words);
    m_words->setPlaceholderText(tr("Search actions and shortcuts"));
    m_table->setHorizontalHeaderLabels({tr("Action"), tr("Keys"), tr("What it does")});
    QHeaderView* head = m_table->horizontalHeader();
    head->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    head->setHighlightSections(false);
    head->setStretchLastSection(true);
    head->resizeSection(0, actionWidth);
    head->resizeSection(1, keysWidth);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->verticalHeader()->setMinimumSectionSize(28);
    m_table->setStyleSheet(QStringLiteral("QTableView::item { padding: 4px 6px; }"));
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    std::optional<MenuPlace> menu;
    for (const Actions::Item& item : actions.items()) {
        if (menu != item.row->menu)
            addHead(theme, Actions::menuTitle(item.row->menu).remove(u'&'));
        menu = item.row->menu;
        // Describe the action in general, not what it currently does.
        QString text = actionText(*item.row).remove(u'&');
        if (isCopyOfCommand(*item.row))
            text = tr("Copy as command: %1").arg(text);
        const QStringList cells{text, keysOf(*item.action), actionTip(*item.row)};
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        for (int column = 0; column < int(cells.size()); ++column) {
            auto* cell = new QTableWidgetItem(cells[column]);
            cell->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
            if (column == 1)
                cell->setFont(theme.font(0, QFont::DemiBold));
            m_table->setItem(row, column, cell);
        }
        m_texts.push_back((cells + QStringList{Actions::menuTitle(item.row->menu).remove(u'&')}).join(u'\n').toLower());
    }
    body().addWidget(m_words);
    body().addWidget(m_table, 1);
    addToFooter(m_count);
    // Return in the search field must not close the dialog, so this isn't the default button.
    QPushButton* close = setVerb(tr("Close"));
    close->setDefault(false);
    close->setAutoDefault(false);
    cancelButton()->setAutoDefault(false);
    cancelButton()->hide();
    connect(m_words, &QLineEdit::textChanged, this, &HelpDialog::narrow);
    narrow({});
    resize(960, 580);
    m_words->setFocus();
}

void HelpDialog::addHead(const Theme& theme, const QString& title)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    auto* cell = new QTableWidgetItem(title);
    cell->setFont(theme.font(1, QFont::DemiBold));
    cell->setFlags(Qt::ItemIsEnabled);
    m_table->setItem(row, 0, cell);
    m_table->setSpan(row, 0, 1, 3);
    m_texts.emplace_back();
}

/// Filters the list. Shows a menu's header if any of its actions is shown.
void HelpDialog::narrow(const QString& words)
{
    const QStringList wanted = words.toLower().split(u' ', Qt::SkipEmptyParts);
    m_listed = 0;
    bool under = false;
    for (int row = int(m_texts.size()) - 1; row >= 0; --row) {
        const QString& text = m_texts[std::size_t(row)];
        bool shown = std::exchange(under, false);
        if (!text.isEmpty()) {
            const bool matches = std::all_of(
                wanted.begin(), wanted.end(), [&text](const QString& word) { return text.contains(word); });
            m_listed += matches;
            under = shown || matches;
            shown = matches;
        }
        m_table->setRowHidden(row, !shown);
    }
    m_count->setText(m_listed == 0 ? tr("No action matches.") : tr("%Ln action(s)", nullptr, m_listed));
    m_table->scrollToTop();
}

void HelpDialog::keyPressEvent(QKeyEvent* event)
{
    const bool on = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Down;
    if (!on || !m_words->hasFocus())
        return DialogFrame::keyPressEvent(event);
    m_table->setFocus(Qt::TabFocusReason);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        if (m_table->isRowHidden(row) || m_texts[std::size_t(row)].isEmpty())
            continue;
        m_table->setCurrentCell(row, 0);
        return;
    }
}

} // namespace dueline
