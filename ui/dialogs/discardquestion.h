// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Dialog that asks whether to close another dialog and discard its input. Return and Escape leave the other dialog
/// open.
class DiscardQuestion : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the question. `title`: title of the dialog to close.
    DiscardQuestion(const Theme& theme, const QString& title, QWidget* parent);
};

} // namespace dueline
