// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/widgets/messagebar.h"

namespace dueline {

class Connection;
class Formatting;
class PasswordPrompt;
class Secret;

/// Bar above the timeline while the current connection is lost or silent. It shows the age of the data, the cause, and
/// the time until the next attempt. If the server has refused the login, there are no further attempts, and the bar may
/// contain a password field. The bar appears and disappears with the problem and cannot be closed.
class ConnectionBar : public MessageBar
{
    Q_OBJECT

public:
    ConnectionBar(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows the state of `connection`; null: none. Must be cheap, because it is called every second for the countdown.
    /// `isSaved`: whether the connection has a profile, which may store a password and can be edited.
    void follow(const Connection* connection, bool isSaved = false);
    /// Returns whether there is no connection, or it has been lost, even during a retry. In this case, views without
    /// data should not show that they are loading.
    static bool isLost(const Connection* connection);
    /// Returns whether the data on screen dates from before the connection was lost or became silent.
    static bool isStale(const Connection* connection);
    /// Returns a sentence that explains why no data is known yet; empty if data is expected immediately.
    static QString whyUnknown(const Connection* connection);

Q_SIGNALS:
    void reconnectRequested();
    void passwordGiven(const dueline::Secret& password, bool keep);
    /// Requests to edit the saved settings of the connection.
    void editRequested();

private:
    void tell(
        const QString& text, const QString& detail, LoginRefusal refusal = LoginRefusal::None, bool isSaved = false);
    static QString passwordWords(const Connection& connection);
    void askPassword(const Connection& connection, bool isSaved);

    const Formatting& m_formatting;
    PasswordPrompt* m_prompt;
    QString m_askedFor; ///< id of the connection whose password is requested
    bool m_tried = false; ///< true if the field has had the focus since the request or the last refusal
    LoginRefusal m_refusal = LoginRefusal::None;
    bool m_saved = false;
};

} // namespace dueline
