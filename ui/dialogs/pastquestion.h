// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Dialog that asks for confirmation of a due time in the past, which would run the tasks immediately. Return and
/// Escape close this dialog and move the focus back to the time field.
class PastQuestion : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the question. `title`: the calling dialog's title. `due`: the entered time as displayed.
    PastQuestion(
        const Theme& theme, const QString& title, const QString& due, Environment environment, QWidget* parent);
};

} // namespace dueline
