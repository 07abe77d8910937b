// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/connectionbar.h"

#include "core/base/text.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"

namespace dueline {

ConnectionBar::ConnectionBar(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : MessageBar(theme, Qt::BottomEdge, parent)
    , m_formatting(formatting)
{
    setClosable(false);
}

bool ConnectionBar::isLost(const Connection* connection)
{
    return !connection || connection->session().connection().isLost();
}

bool ConnectionBar::isStale(const Connection* connection)
{
    return connection && connection->refreshedAt() != TimePoint{}
    && (isLost(connection) || connection->session().silentSince());
}

QString ConnectionBar::whyUnknown(const Connection* connection)
{
    if (!connection)
        return {};
    const QString name = printable(connection->profile().name.toUtf8(), 40);
    if (isLost(connection))
        return tr("Not connected to %1: what is there is not known yet.").arg(name);
    if (connection->session().silentSince())
        return tr("%1 does not answer: what is there is not known yet.").arg(name);
    return connection->session().isOnline() ? QString() : tr("Waiting for %1 to answer.").arg(name);
}

void ConnectionBar::follow(const Connection* connection)
{
    const auto silent = connection ? connection->session().silentSince() : std::nullopt;
    if (silent)
        return tell(tr("No answer since %1").arg(m_formatting.clock(*silent, Millis(1000))),
            tr("The server does not answer; what is shown is from before."));
    if (!connection || !isLost(connection)) {
        if (isVisibleTo(parentWidget()))
            clear();
        return;
    }
    const ConnectionState& state = connection->session().connection();
    const Millis left = connection->session().nextTryIn();
    const QString next = left > Millis(0)
        ? tr("reconnecting in %1").arg(Formatting::duration(std::chrono::ceil<std::chrono::seconds>(left)))
        : tr("reconnecting");
    const QString detail = QStringLiteral("%1  ·  %2").arg(printable(state.error.message.toUtf8(), 300), next);
    const QString text = isStale(connection)
        ? tr("Stale since %1").arg(m_formatting.clock(connection->refreshedAt(), Millis(1000)))
        : tr("Not connected");
    tell(text, detail);
}

void ConnectionBar::tell(const QString& text, const QString& detail)
{
    if (notice().text == text && isVisibleTo(parentWidget()))
        return setDetail(detail);
    Notice notice{Notice::Kind::Warning, QStringLiteral("warning"), text, detail, {}};
    notice.links.push_back({tr("Reconnect now"), {}, [this] { Q_EMIT reconnectWished(); }});
    show(std::move(notice));
}

} // namespace dueline
