// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerchoice.h"
#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QLineEdit;

namespace dueline {

/// Dialog for choosing the layers used to decode a task type's payloads. For protobuf, it also asks for a schema and a
/// message type.
class ReaderDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `type`: task type; untrusted.
    ReaderDialog(const Theme& theme, const QString& type, const ReaderChoice& before, QWidget* parent);

    /// Returns the selected reader. Valid only if the dialog was accepted.
    const ReaderChoice& choice() const { return m_choice; }

private:
    void listMessages();
    void validate();

    QLineEdit* m_layers;
    QLineEdit* m_schema;
    QComboBox* m_message;
    QString m_schemaProblem;
    ReaderChoice m_choice;
};

} // namespace dueline
