// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// The help on custom layouts: for each one, what its own worker loses or runs twice, what the embedded worker does
/// alone, and what happens if both run.
class DesignsDialog : public DialogFrame
{
    Q_OBJECT

public:
    DesignsDialog(const Theme& theme, QWidget* parent);
};

} // namespace dueline
