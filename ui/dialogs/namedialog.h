// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

class QLineEdit;

namespace dueline {

/// Dialog that asks for a name.
class NameDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `about`: what to name, shown in the title row and elided if long.
    NameDialog(const Theme& theme, const QString& title, const QString& about, const QString& name, const QString& verb,
        QWidget* parent);

    QString name() const;

private:
    QLineEdit* m_name;
};

} // namespace dueline
