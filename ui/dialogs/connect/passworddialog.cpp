// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/passworddialog.h"

#include "core/base/text.h"

#include <QLineEdit>
#include <QPushButton>

namespace dueline {

PasswordDialog::PasswordDialog(const Theme& theme, const Profile& profile, QWidget* parent)
    : DialogFrame(theme, tr("Password"),
        tr("for %1, used once and not saved").arg(printable(profile.name.toUtf8(), 60)), profile.environment, parent)
    , m_password(new QLineEdit)
{
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAccessibleName(tr("Password"));
    m_password->setMinimumWidth(320);
    isNothingTyped(*m_password); // a hidden password can be discarded without confirmation
    addRow(tr("Password"), m_password);
    setVerb(tr("Open"));
    m_password->setFocus();
}

Secret PasswordDialog::password() const { return Secret(m_password->text().toUtf8()); }

} // namespace dueline
