// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerchoice.h"
#include "ui/dialogs/dialogframe.h"

class QComboBox;
class QLineEdit;

namespace dueline {

/// Asks for the layers that payloads of a type are read through, and for protobuf for a schema and a message of it.
class ReaderDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `type`: whose payloads, untrusted.
    ReaderDialog(const Theme& theme, const QString& type, const ReaderChoice& before, QWidget* parent);

    /// What is entered; only of use once it was accepted.
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
