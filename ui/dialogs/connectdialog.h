// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

class QLineEdit;

namespace dueline {

/// Connects by a URL. A password in it is taken out of sight as soon as it is entered.
class ConnectDialog : public DialogFrame
{
    Q_OBJECT

public:
    ConnectDialog(const Theme& theme, QWidget* parent);

    /// As entered, password included.
    QString url() const;

private:
    void validate();

    QLineEdit* m_url;
    QLineEdit* m_password;
};

} // namespace dueline
