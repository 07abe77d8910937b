// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace dueline {

/// Asks for a password where its absence is told: a field, a button, and whether it is to be kept. What was typed is
/// out of sight, and is forgotten once it is given.
class PasswordPrompt : public QWidget
{
    Q_OBJECT

public:
    explicit PasswordPrompt(QWidget* parent = nullptr);

    /// Asks anew: nothing is typed. `keeps`: it can be kept, and is unless somebody does not want that.
    void begin(bool keeps);
    /// While a password is being tried nothing can be typed.
    void setTrying(bool trying);
    /// Whether something was typed and not given yet.
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
