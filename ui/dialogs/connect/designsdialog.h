// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Help on custom layouts: for each layout, which tasks can be lost or run twice if they are run only by the layout's
/// own worker, only by the embedded worker, or by both.
class DesignsDialog : public DialogFrame
{
    Q_OBJECT

public:
    DesignsDialog(const Theme& theme, QWidget* parent);
};

} // namespace dueline
