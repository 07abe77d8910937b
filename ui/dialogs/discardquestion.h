// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// A dialog that confirms closing a dialog with unsaved input. Return and Escape keep it open.
class DiscardQuestion : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the question. `title`: title of the dialog to be closed.
    DiscardQuestion(const Theme& theme, const QString& title, QWidget* parent);
};

} // namespace dueline
