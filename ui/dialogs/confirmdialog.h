// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Asks before something that cannot be undone, or before changing more than one task on a production server. `typed`:
/// the count has to be typed, since a reflex on Return must not be enough.
class ConfirmDialog : public DialogFrame
{
    Q_OBJECT

public:
    ConfirmDialog(
        const Theme& theme, ActionKind kind, qint64 count, const Profile& profile, bool typed, QWidget* parent);
};

/// `Discard 655 tasks`: what the button says.
QString verbWords(ActionKind kind, qint64 count);

} // namespace dueline
