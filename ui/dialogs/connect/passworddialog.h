// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"
#include "ui/dialogs/dialogframe.h"

class QLineEdit;

namespace dueline {

/// Dialog that asks for a connection's password if none is stored. The password is used once and not stored.
class PasswordDialog : public DialogFrame
{
    Q_OBJECT

public:
    PasswordDialog(const Theme& theme, const Profile& profile, QWidget* parent);

    Secret password() const;

private:
    QLineEdit* m_password;
};

} // namespace dueline
