// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/console/connect/connectiontest.h"
#include "core/redis/redisconfig.h"
#include "ui/dialogs/dialogframe.h"

#include <QPointer>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace dueline {

class ConnectionExtras;
class ConnectionStepView;
class DurationEdit;
class LayoutDialog;
class LayoutList;
class Profiles;
class WebhookFields;
struct FoundSecrets;

/// Dialog that edits, tests, saves and opens a connection. On Return, or when the URL field loses the focus, a password
/// in the URL moves to the password field, which hides it. If the URL changes to a different server or user, the
/// password is cleared. A connection without a name is opened but not saved.
class ConnectDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `profiles`: used to save the connection and to find its password; null: no saving.
    ConnectDialog(const Theme& theme, Profiles* profiles, QWidget* parent);
    /// Hides the dialog while all members still exist: a field emits editingFinished() when it loses the focus.
    ~ConnectDialog() override { hide(); }

    /// Shows a profile. `replaces`: name of the saved profile to replace; empty for a new profile.
    void edit(const Profile& profile, const QString& replaces);

    /// Returns the entered profile, without passwords. Its name may be empty.
    Profile profile() const;
    /// Returns the entered URL, including the password.
    QString url() const;
    /// Returns the entered password; nullopt if there is none, in which case a stored password is kept.
    std::optional<Secret> password() const;
    /// Returns whether to open the connection. Valid only if the dialog was accepted.
    bool opens() const { return m_opens; }

public Q_SLOTS:
    void accept() override;

protected:
    QStringList enteredValues() const override;

private:
    void buildServer();
    void buildSecret();
    void buildRest();
    void buildTest();
    void validate();
    bool takePassword();
    void dropPasswordOfOtherServer();
    void forgetPassword();
    void settleUrl();
    void showMore(bool more);
    void showWebhook(bool shown);
    void showKeeping();
    /// Shows a sentence below the choice of password store; an empty one hides the line.
    void say(const QString& sentence);
    void toggleTest();
    void endAsking();
    void beginTest(const Secret& password);
    /// Calls `then` with the entered or the stored password, asynchronously if a keyring must be queried.
    void withPassword(QObject* context, const std::function<void(const FoundSecrets&)>& then);
    Result<ConnectionSpec> connection(const Secret& password) const;
    void prepare(LayoutDialog& dialog);
    void finish(bool opens);

    Profiles* m_profiles;
    Profile m_before;
    QString m_replaces;
    bool m_opens = false;
    QLineEdit* m_url;
    QLineEdit* m_ssh;
    QLineEdit* m_name;
    QComboBox* m_group;
    QComboBox* m_environment;
    LayoutList* m_layouts;
    QLineEdit* m_password;
    RedisConfig m_passwordServer; ///< server in the URL that contained the password; empty if the password was typed
    QComboBox* m_keep;
    QLineEdit* m_variable;
    QLineEdit* m_command;
    PlainLabel* m_keeping;
    QLineEdit* m_prefix;
    DurationEdit* m_connectTimeout;
    DurationEdit* m_commandTimeout;
    QCheckBox* m_readOnly;
    QPushButton* m_hook; ///< link that shows or hides the webhook
    QPushButton* m_more;
    ConnectionExtras* m_extras;
    WebhookFields* m_webhook;
    QPushButton* m_save;
    QPushButton* m_testButton;
    QPushButton* m_copy;
    ConnectionStepView* m_steps;
    /// Exists while the password for a test is being looked up.
    QPointer<QObject> m_asking;
    ConnectionTest m_test;
};

} // namespace dueline
