// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/lostline.h"

#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace dueline {

LostLine::LostLine(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_sign(new PlainLabel)
    , m_text(PlainLabel::quiet(theme, {}))
    , m_reconnect(new QPushButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 16, 0);
    row->setSpacing(8);
    m_text->setShrinking(Qt::ElideMiddle);
    m_reconnect->setProperty("variant", QStringLiteral("link"));
    row->addStretch(1);
    row->addWidget(m_sign);
    row->addWidget(m_text);
    row->addWidget(m_reconnect);
    connect(m_reconnect, &QPushButton::clicked, this, &LostLine::reconnectRequested);
    connect(&theme, &Theme::changed, this, &LostLine::applyTheme);
    applyTheme();
}

void LostLine::applyTheme()
{
    m_sign->setPixmap(m_theme.pixmap(
        QStringLiteral("warning"), m_theme.tokens().of(TaskState::Leased).text, 14, devicePixelRatioF()));
}

void LostLine::tell(const QString& server, const QString& sentence)
{
    m_text->setText(sentence);
    m_reconnect->setText(tr("Reconnect"));
    m_reconnect->setAccessibleName(tr("Reconnect to %1").arg(server));
}

} // namespace dueline
