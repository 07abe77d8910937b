// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace dueline {

/// Prompt for a missing password, shown next to the message about it: a field, a button, and a check box to save the
/// password. The input is masked, and is discarded after submission.
class PasswordPrompt : public QWidget
{
    Q_OBJECT

public:
    explicit PasswordPrompt(QWidget* parent = nullptr);

    /// Resets the prompt. `keeps`: whether the user can save the password, which is the default.
    void begin(bool keeps);
    /// Disables input while a password is being tried.
    void setTrying(bool trying);
    /// Returns whether text has been entered but not submitted.
    bool isBegun() const;
    void focusField();

Q_SIGNALS:
    void given(const dueline::Secret& password, bool keep);

private:
    void give();

    QLineEdit* m_password;
    QCheckBox* m_keep;
    QPushButton* m_connect;
};

} // namespace dueline
