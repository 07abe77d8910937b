// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/searchline.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QToolButton>

namespace dueline {

namespace {

constexpr int besideIcon = -6; ///< offsets the style sheet's padding, which Qt also adds next to the icon

} // namespace

SearchLine::SearchLine(const Theme& theme, QWidget* parent)
    : QLineEdit(parent)
{
    QAction* search = addAction(theme.icon(QStringLiteral("search")), LeadingPosition);
    QAction* wipe = addAction(theme.icon(QStringLiteral("close")), TrailingPosition);
    wipe->setVisible(false);
    setTextMargins(besideIcon, 0, 0, 0);
    connect(wipe, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, wipe, [wipe](const QString& text) { wipe->setVisible(!text.isEmpty()); });
    connect(&theme, &Theme::changed, this, [&theme, search, wipe] {
        search->setIcon(theme.icon(QStringLiteral("search")));
        wipe->setIcon(theme.icon(QStringLiteral("close")));
    });
    onLanguageChange(this, [this, wipe] {
        wipe->setText(tr("Clear"));
        wipe->setToolTip(tr("Clear"));
        for (auto* button : findChildren<QToolButton*>())
            button->setAccessibleName(button->defaultAction() == wipe ? wipe->text() : tr("Search"));
    });
}

} // namespace dueline
