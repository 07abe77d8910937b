// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Asks before a dialog is closed in which something was typed; to go on with it is what Return and Escape do.
class DiscardQuestion : public DialogFrame
{
    Q_OBJECT

public:
    /// `title`: of the dialog that would be closed.
    DiscardQuestion(const Theme& theme, const QString& title, QWidget* parent);
};

} // namespace dueline
