// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "core/console/connect/connectiontest.h"
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
struct FoundSecrets;

/// A connection: to be tested, saved, opened. A password in the URL is taken out of sight once the URL is
/// entered: by Return, or when its field loses the focus. Without a name it is opened and not saved.
class ConnectDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `profiles`: where it is saved, and its password looked for; null: nothing can be saved.
    ConnectDialog(const Theme& theme, Profiles* profiles, QWidget* parent);
    /// Hides it while it is still one: a field that loses the focus by that says that it was edited.
    ~ConnectDialog() override { hide(); }

    /// Shows a profile. `replaces`: the saved one it is, empty for a new one.
    void edit(const Profile& profile, const QString& replaces);

    /// As entered, without any password; its name may be empty.
    Profile profile() const;
    /// As entered, password included.
    QString url() const;
    /// nullopt: nothing was typed, what is kept stays.
    std::optional<Secret> password() const;
    /// Once accepted: whether it shall be opened, too.
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
    void settleUrl();
    void showMore(bool more);
    void showKeeping();
    /// Below where the password is kept; nothing: no such line.
    void say(const QString& sentence);
    void toggleTest();
    void endAsking();
    void beginTest(const Secret& password);
    /// Gives the password that is typed, or the one that is kept; later, where a keyring is asked.
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
    QComboBox* m_keep;
    QLineEdit* m_variable;
    QLineEdit* m_command;
    PlainLabel* m_keeping;
    QLineEdit* m_prefix;
    DurationEdit* m_connectTimeout;
    DurationEdit* m_commandTimeout;
    QCheckBox* m_readOnly;
    QPushButton* m_more;
    ConnectionExtras* m_extras;
    QPushButton* m_save;
    QPushButton* m_testButton;
    QPushButton* m_copy;
    ConnectionStepView* m_steps;
    QPointer<QObject> m_asking; ///< there while a password is looked for that a test needs
    ConnectionTest m_test;
};

} // namespace dueline
