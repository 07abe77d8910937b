// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Help on custom layouts. For each layout, it lists the tasks that can be lost or run twice in three cases: only the
/// layout's own worker runs them, only the embedded worker runs them, or both run them.
class DesignsDialog : public DialogFrame
{
    Q_OBJECT

public:
    DesignsDialog(const Theme& theme, QWidget* parent);
};

} // namespace dueline
