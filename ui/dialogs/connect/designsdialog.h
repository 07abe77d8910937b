// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// The help on designs that were written by hand: for each what its own worker loses or runs twice, what the embedded
/// one does alone, and both together.
class DesignsDialog : public DialogFrame
{
    Q_OBJECT

public:
    DesignsDialog(const Theme& theme, QWidget* parent);
};

} // namespace dueline
