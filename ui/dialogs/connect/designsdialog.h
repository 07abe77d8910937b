// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Help on custom layouts: for each layout, what can be lost or run twice with its own worker only, with the embedded
/// worker only, and with both.
class DesignsDialog : public DialogFrame
{
    Q_OBJECT

public:
    DesignsDialog(const Theme& theme, QWidget* parent);
};

} // namespace dueline
