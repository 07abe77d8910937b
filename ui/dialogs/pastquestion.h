// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Asks before tasks are given a due time that has passed, so that they run at once; to change the time is what Return
/// and Escape do.
class PastQuestion : public DialogFrame
{
    Q_OBJECT

public:
    /// `title`: of the dialog that asks; `due`: the time that was entered, as it is shown.
    PastQuestion(
        const Theme& theme, const QString& title, const QString& due, Environment environment, QWidget* parent);
};

} // namespace dueline
