// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/text/changelog.h"

class QTextEdit;

namespace dueline {

/// Dueline's changelog, by version. The text is embedded in the binary.
class ChangesDialog : public DialogFrame
{
    Q_OBJECT

public:
    ChangesDialog(const Theme& theme, const std::vector<VersionChanges>& versions, QWidget* parent);

private:
    void write(const std::vector<VersionChanges>& versions);

    QTextEdit* m_text;
};

} // namespace dueline
