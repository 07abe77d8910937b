// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Help on custom layouts. For each layout, it lists the tasks that can be lost or run twice if they are run by only
/// the layout's own worker, by only the embedded worker, or by both.
class DesignsDialog : public DialogFrame
{
    Q_OBJECT

public:
    DesignsDialog(const Theme& theme, QWidget* parent);
};

} // namespace dueline
