// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

EmptyState::EmptyState(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{ }

void EmptyState::tell(const QString& icon, const QString& title, const QString& sentence, std::vector<Way> ways)
{
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    delete layout();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addStretch(2);
    if (!icon.isEmpty()) {
        auto* picture = new PlainLabel;
        picture->setPixmap(m_theme.pixmap(icon, m_theme.tokens().text2, 32, devicePixelRatioF()));
        picture->setAlignment(Qt::AlignHCenter);
        column->addWidget(picture);
    }
    auto* head = new PlainLabel(title);
    head->setFont(m_theme.font(3, QFont::DemiBold));
    head->setAlignment(Qt::AlignHCenter);
    head->setWordWrap(true);
    column->addWidget(head);
    auto* text = new PlainLabel(sentence);
    text->setAlignment(Qt::AlignHCenter);
    text->setWordWrap(true);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.tokens().text2);
    text->setPalette(quiet);
    column->addWidget(text);
    if (!ways.empty()) {
        auto* row = new QHBoxLayout;
        row->setSpacing(8);
        row->addStretch();
        for (Way& way : ways) {
            auto* button = new QPushButton(way.text);
            if (way.primary)
                button->setProperty("variant", QStringLiteral("primary"));
            connect(button, &QPushButton::clicked, this, [act = std::move(way.act)] { act(); });
            row->addWidget(button);
        }
        row->addStretch();
        column->addSpacing(4);
        column->addLayout(row);
    }
    column->addStretch(3);
}

} // namespace dueline
