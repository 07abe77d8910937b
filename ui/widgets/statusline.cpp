// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statusline.h"

#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>

namespace dueline {

StatusLine::StatusLine(const Theme& theme, QWidget* parent)
    : Pane(theme, Ground::Window, Qt::TopEdge, parent)
    , m_state(new PlainLabel)
    , m_server(new PlainLabel)
    , m_told(new PlainLabel)
    , m_age(new PlainLabel)
{
    setFixedHeight(26);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 1, 16, 0);
    row->setSpacing(16);
    for (PlainLabel* label : {m_state, m_server, m_told, m_age})
        label->setFont(theme.font(-1));
    m_told->setEliding(true);
    row->addWidget(m_state);
    row->addWidget(m_server);
    row->addWidget(m_told, 1);
    row->addWidget(m_age);
}

void StatusLine::show(const Connection* connection, TimePoint now)
{
    if (!connection) {
        m_state->setText(tr("Not connected"));
        m_server->setText({});
        m_age->setText({});
        return;
    }
    const ConnectionState& state = connection->session().connection();
    switch (state.kind) {
    case ConnectionState::Kind::Online:
        m_state->setText(tr("● Connected"));
        break;
    case ConnectionState::Kind::Connecting:
        m_state->setText(tr("○ Connecting"));
        break;
    case ConnectionState::Kind::Offline:
        m_state->setText(tr("▲ Connection lost"));
        break;
    case ConnectionState::Kind::Closed:
        m_state->setText(tr("○ Closed"));
        break;
    }
    QPalette colour = palette();
    const Tokens& t = theme().tokens();
    colour.setColor(
        QPalette::WindowText, state.kind == ConnectionState::Kind::Online ? t.ok : t.of(TaskState::Leased).text);
    m_state->setPalette(colour);
    const qint64 offset = connection->session().clockOffset().count();
    m_server->setText(tr("%1    clock %2%3 ms", "address, sign, offset")
                          .arg(connection->address(), offset < 0 ? QStringLiteral("−") : QStringLiteral("+"))
                          .arg(std::abs(offset)));
    m_server->setToolTip(tr("The server's clock minus this machine's; due times follow the server's.").toHtmlEscaped());
    m_age->setText(connection->refreshedAt() == TimePoint{}
            ? QString()
            : tr("refreshed %1").arg(Formatting::relative(connection->refreshedAt(), now)));
}

void StatusLine::tell(const QString& words) { m_told->setText(words); }

} // namespace dueline
