// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/connectionbar.h"

#include "core/base/text.h"
#include "ui/presenters/connection.h"
#include "ui/text/formatting.h"
#include "ui/widgets/passwordprompt.h"

#include <QApplication>
#include <QLineEdit>

#include <utility>

namespace dueline {

ConnectionBar::ConnectionBar(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : MessageBar(theme, Qt::BottomEdge, parent)
    , m_formatting(formatting)
    , m_prompt(new PasswordPrompt)
{
    addPart(m_prompt);
    m_prompt->hide();
    connect(m_prompt, &PasswordPrompt::given, this, &ConnectionBar::passwordGiven);
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
        return tr("Not connected to %1.").arg(name);
    if (connection->session().silentSince())
        return tr("%1 is not responding.").arg(name);
    return connection->session().isOnline() ? QString() : tr("Waiting for %1 to respond.").arg(name);
}

void ConnectionBar::follow(const Connection* connection, bool isSaved)
{
    const LoginRefusal refusal = connection ? connection->session().connection().refusal() : LoginRefusal::None;
    if (refusal != LoginRefusal::Password || connection->id() != m_askedFor) {
        m_prompt->hide();
        m_prompt->begin(false); // discard the entered text
        m_askedFor.clear();
    }
    const auto silent = connection ? connection->session().silentSince() : std::nullopt;
    if (silent)
        return tell(tr("No response since %1").arg(m_formatting.clock(*silent, Millis(1000))),
            tr("The server is not responding. The data shown may be outdated."));
    if (!connection || !isLost(connection)) {
        if (isVisibleTo(parentWidget()))
            clear();
        return;
    }
    const ConnectionState& state = connection->session().connection();
    const QString why
        = refusal == LoginRefusal::Password ? passwordWords(*connection) : printable(state.error.message.toUtf8(), 300);
    const QString text = isStale(connection)
        ? tr("Stale since %1").arg(m_formatting.clock(connection->refreshedAt(), Millis(1000)))
        : tr("Not connected");
    if (refusal != LoginRefusal::None) {
        const bool trying = state.kind == ConnectionState::Kind::Connecting;
        const QString next = trying ? tr("connecting") : tr("no automatic retry");
        tell(text, QStringLiteral("%1  ·  %2").arg(why, next), refusal, isSaved);
        if (refusal == LoginRefusal::Password)
            askPassword(*connection, isSaved);
        return;
    }
    const Millis left = connection->session().nextTryIn();
    const QString next = left > Millis(0)
        ? tr("reconnecting in %1").arg(Formatting::duration(std::chrono::ceil<std::chrono::seconds>(left)))
        : tr("reconnecting");
    tell(text, QStringLiteral("%1  ·  %2").arg(why, next));
}

/// Returns the message to show instead of core's message, which mentions command-line options.
QString ConnectionBar::passwordWords(const Connection& connection)
{
    const QString user = printable(connection.spec().redis.user.toUtf8(), 40);
    if (connection.session().connection().error.detail.startsWith(u"NOAUTH"))
        return tr("The server requires a password.");
    return user.isEmpty() ? tr("The server rejected the password.")
                          : tr("The server rejected the username %1 or the password.").arg(user);
}

/// Asks for a password. Focuses the field only if the user isn't typing elsewhere.
void ConnectionBar::askPassword(const Connection& connection, bool isSaved)
{
    const bool trying = connection.session().connection().kind == ConnectionState::Kind::Connecting;
    m_prompt->setTrying(trying);
    if (std::exchange(m_askedFor, connection.id()) != connection.id()) {
        m_prompt->begin(isSaved && connection.profile().secret.kind == SecretPlace::Kind::Keychain);
        m_prompt->show();
        m_tried = true; // the field gets the focus below
    }
    const QWidget* at = QApplication::focusWidget();
    const bool types
        = qobject_cast<const QLineEdit*>(at) && at->isEnabled() && at != m_prompt && !m_prompt->isAncestorOf(at);
    if (!trying && std::exchange(m_tried, false) && !types && !QApplication::activeModalWidget())
        m_prompt->focusField();
    m_tried = m_tried || trying; // the field is focused again after another rejection
}

void ConnectionBar::tell(const QString& text, const QString& detail, LoginRefusal refusal, bool isSaved)
{
    if (notice().text == text && m_refusal == refusal && m_saved == isSaved && isVisibleTo(parentWidget()))
        return setDetail(detail);
    m_refusal = refusal;
    m_saved = isSaved;
    Notice notice{Notice::Kind::Warning, QStringLiteral("warning"), text, detail, {}};
    notice.links.push_back({tr("Reconnect now"), {}, [this] { Q_EMIT reconnectRequested(); }});
    if (refusal != LoginRefusal::None && isSaved)
        notice.links.push_back({tr("Edit…", "a saved connection"), {}, [this] { Q_EMIT editRequested(); }});
    show(std::move(notice));
}

} // namespace dueline
