// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/widgets/messagebar.h"

namespace dueline {

class Connection;
class Formatting;
class PasswordPrompt;
class Secret;

/// Bar above the timeline, visible while the current connection is lost or the server doesn't respond. It shows how old
/// the data is, what is wrong, and when the next attempt will be made. If the server has rejected the login, there are
/// no further attempts, and the bar may show a password field. The bar can't be closed.
class ConnectionBar : public MessageBar
{
    Q_OBJECT

public:
    ConnectionBar(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows the state of `connection`, or hides the bar if `connection` is null. Must be fast, because it is called
    /// every second for the countdown. `isSaved`: true if the connection has a profile, which can be edited and may
    /// store a password.
    void follow(const Connection* connection, bool isSaved = false);
    /// Returns true if there is no connection, or if it is lost, even while it is being restored. In this case, a view
    /// without data must not appear to be loading.
    static bool isLost(const Connection* connection);
    /// Returns whether the displayed data is from before the connection was lost or the server stopped responding.
    static bool isStale(const Connection* connection);
    /// Returns a sentence explaining why there is no data yet; empty if data is expected soon.
    static QString whyUnknown(const Connection* connection);

Q_SIGNALS:
    void reconnectRequested();
    void passwordGiven(const dueline::Secret& password, bool keep);
    /// Requests a dialog for editing the connection's saved settings.
    void editRequested();

private:
    void tell(
        const QString& text, const QString& detail, LoginRefusal refusal = LoginRefusal::None, bool isSaved = false);
    static QString passwordWords(const Connection& connection);
    void askPassword(const Connection& connection, bool isSaved);

    const Formatting& m_formatting;
    PasswordPrompt* m_prompt;
    QString m_askedFor; ///< id of the connection that a password is being requested for
    bool m_tried = false; ///< true if the field has had the focus since the password was requested or last rejected
    LoginRefusal m_refusal = LoginRefusal::None;
    bool m_saved = false;
};

} // namespace dueline
