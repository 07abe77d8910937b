// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace dueline {

/// Prompt for a missing password, shown next to a message. It has a field, a button, and a check box for saving the
/// password. The input is masked, and discarded once submitted.
class PasswordPrompt : public QWidget
{
    Q_OBJECT

public:
    explicit PasswordPrompt(QWidget* parent = nullptr);

    /// Resets the prompt. `keeps`: true to offer saving the password, which is then the default.
    void begin(bool keeps);
    /// Sets whether a password is being tried, which disables input.
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
