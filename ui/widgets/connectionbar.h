// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/widgets/messagebar.h"

namespace dueline {

class Connection;
class Formatting;
class PasswordPrompt;
class Secret;

/// The bar over the timeline while the shown connection is lost or silent: since when what is shown is stale, why, and
/// how long until it is tried again. Where the server refused us it is not tried again; a password is asked for here
/// then. Comes and goes with the connection; cannot be closed.
class ConnectionBar : public MessageBar
{
    Q_OBJECT

public:
    ConnectionBar(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows how `connection` stands now; null: nothing is shown. Cheap: called every second for the countdown.
    /// `isSaved`: it has a profile, which may keep a password and be edited.
    void follow(const Connection* connection, bool isSaved = false);
    /// Whether there is no connection, or none any more, also while it is tried again: what waits for its data is not
    /// loading.
    static bool isLost(const Connection* connection);
    /// Whether what is on screen is from before the connection was lost, or went silent.
    static bool isStale(const Connection* connection);
    /// Why nothing is known of it yet, in a sentence; empty while an answer is only a moment away.
    static QString whyUnknown(const Connection* connection);

Q_SIGNALS:
    void reconnectRequested();
    void passwordGiven(const dueline::Secret& password, bool keep);
    /// Its saved settings.
    void editRequested();

private:
    void tell(
        const QString& text, const QString& detail, LoginRefusal refusal = LoginRefusal::None, bool isSaved = false);
    static QString passwordWords(const Connection& connection);
    void askPassword(const Connection& connection, bool isSaved);

    const Formatting& m_formatting;
    PasswordPrompt* m_prompt;
    QString m_askedFor; ///< the connection whose password is asked for, by its id
    bool m_tried = false; ///< the field has not had the focus since it was asked, or refused again
    LoginRefusal m_refusal = LoginRefusal::None;
    bool m_saved = false;
};

} // namespace dueline
