// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/layoutlist.h"

#include "core/base/text.h"
#include "core/layouts/catalogue/names/layoutnames.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>

#include <algorithm>

namespace dueline {

namespace {

constexpr int layoutRowHeight = 24;
constexpr int mostLayoutRows = 3; ///< maximum number of visible rows
constexpr int layoutListEdge = 2; ///< frame width in pixels, the same as the focus frame's
constexpr qsizetype mostLayoutCharacters = 200;

} // namespace

LayoutList::LayoutList(const Theme& theme, std::function<void(LayoutDialog&)> prepare)
    : m_theme(theme)
    , m_prepare(std::move(prepare))
    , m_list(new QListWidget)
    , m_add(new QPushButton(tr("Add layout…")))
    , m_edit(new QPushButton(tr("Edit…")))
    , m_remove(new QPushButton(tr("Remove")))
{
    m_list->setAccessibleName(tr("Layouts"));
    m_list->setProperty("variant", QStringLiteral("field"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_add->setToolTip(plainTextToolTip(tr("Also open another layout's queues in this connection.")));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_list, 1);
    for (QPushButton* button : {m_add, m_edit, m_remove}) {
        button->setAutoDefault(false); // Enter must press the confirm button instead
        row->addWidget(button, 0, Qt::AlignTop);
    }
    setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_list);
    const auto* removes = new QShortcut(Qt::Key_Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut);
    const auto* edits = new QShortcut(Qt::Key_F2, m_list, nullptr, nullptr, Qt::WidgetShortcut);
    connect(removes, &QShortcut::activated, m_remove, &QPushButton::click);
    connect(edits, &QShortcut::activated, m_edit, &QPushButton::click);
    connect(m_add, &QPushButton::clicked, this, &LayoutList::add);
    connect(m_edit, &QPushButton::clicked, this, &LayoutList::edit);
    connect(m_remove, &QPushButton::clicked, this, &LayoutList::remove);
    connect(m_list, &QListWidget::itemDoubleClicked, m_edit, &QPushButton::click);
    connect(m_list, &QListWidget::currentRowChanged, this, &LayoutList::allow);
    setChosen({});
}

void LayoutList::setChosen(const QString& layouts)
{
    m_written = layouts.isEmpty() ? defaultLayout().text() : layouts;
    const auto read = parseLayouts(m_written);
    m_layouts = read ? namedLayouts(*read) : std::vector<LayoutSpec>();
    fill();
    Q_EMIT changed();
}

void LayoutList::put(const std::vector<LayoutSpec>& layouts, const LayoutSpec& current)
{
    setChosen(joinLayouts(layouts).text());
    const auto at = std::find(m_layouts.begin(), m_layouts.end(), current);
    if (at != m_layouts.end())
        m_list->setCurrentRow(int(at - m_layouts.begin()));
}

void LayoutList::fill()
{
    QStringList texts;
    for (const LayoutSpec& layout : m_layouts)
        texts << layout.text();
    if (texts.isEmpty())
        texts << m_written;
    m_list->clear();
    for (const QString& text : texts) {
        auto* item = new QListWidgetItem(printable(text.toUtf8(), mostLayoutCharacters), m_list);
        item->setToolTip(plainTextToolTip(text));
        item->setSizeHint({0, layoutRowHeight});
    }
    m_list->setFixedHeight(std::min(int(texts.size()), mostLayoutRows) * layoutRowHeight + 2 * layoutListEdge);
    m_list->setCurrentRow(0);
    allow();
}

bool LayoutList::canEdit() const
{
    const int row = m_list->currentRow();
    return row >= 0 && (m_layouts.empty() || LayoutDialog::asksFor(m_layouts.at(std::size_t(row))));
}

void LayoutList::allow()
{
    const bool last = m_layouts.size() < 2;
    m_add->setEnabled(!m_layouts.empty());
    m_edit->setEnabled(canEdit());
    m_remove->setEnabled(!last && m_list->currentRow() >= 0);
    m_edit->setToolTip(plainTextToolTip(canEdit()
            ? tr("Change the selected layout (F2).")
            : tr("This layout cannot be edited here. Remove it, and specify a replacement with --layout.")));
    m_remove->setToolTip(plainTextToolTip(last
            ? tr("A connection must have at least one layout.")
            : tr("Remove the selected layout from this connection (Del). Its tasks are not affected.")));
}

void LayoutList::add()
{
    LayoutDialog dialog(m_theme, m_formatting, defaultLayout().text(), this);
    dialog.setOthers(m_layouts, true);
    m_prepare(dialog);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (const auto added = parseLayout(dialog.chosen())) {
        std::vector<LayoutSpec> layouts = m_layouts;
        layouts.push_back(*added);
        put(layouts, *added);
    }
}

void LayoutList::edit()
{
    if (!canEdit())
        return;
    std::vector<LayoutSpec> layouts = m_layouts.empty() ? std::vector<LayoutSpec>{defaultLayout()} : m_layouts;
    LayoutSpec& edited = layouts.at(std::size_t(m_list->currentRow()));
    std::vector<LayoutSpec> others = m_layouts;
    std::erase(others, edited);
    LayoutDialog dialog(m_theme, m_formatting, edited.text(), this);
    dialog.setOthers(others, false);
    m_prepare(dialog);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (const auto chosen = parseLayout(dialog.chosen())) {
        const bool same = !m_layouts.empty() && *chosen == edited;
        edited = *chosen;
        if (!same) // if the layout hasn't changed, keep its original text
            put(layouts, *chosen);
    }
}

void LayoutList::remove()
{
    const int row = m_list->currentRow();
    if (row < 0 || m_layouts.size() < 2)
        return;
    std::vector<LayoutSpec> layouts = m_layouts;
    layouts.erase(layouts.begin() + row);
    put(layouts, layouts[std::min(std::size_t(row), layouts.size() - 1)]);
}

} // namespace dueline
