// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace dueline {

/// Prompt for a password next to the message that it is missing: a field, a button, and a check box to save it. The
/// input is masked and discarded after submission.
class PasswordPrompt : public QWidget
{
    Q_OBJECT

public:
    explicit PasswordPrompt(QWidget* parent = nullptr);

    /// Resets the prompt. `keeps`: the password can be saved, and is saved by default.
    void begin(bool keeps);
    /// Disables input while a password is being tried.
    void setTrying(bool trying);
    /// Returns true if text is entered but not submitted.
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
