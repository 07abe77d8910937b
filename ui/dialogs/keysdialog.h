// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

class Actions;

/// Every action with its key, from the action table.
class KeysDialog : public DialogFrame
{
    Q_OBJECT

public:
    KeysDialog(const Theme& theme, const Actions& actions, QWidget* parent);
};

} // namespace dueline
