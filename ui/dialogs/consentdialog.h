// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Dialog that asks whether a layout file may change tasks on a server. It lists the keys that the file may change.
class ConsentDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `layout`: the layout file, as in `--layout`. `reach`: sentences about the keys that the file
    /// may change.
    ConsentDialog(
        const Theme& theme, const Profile& profile, const QString& layout, const QString& reach, QWidget* parent);
};

} // namespace dueline
