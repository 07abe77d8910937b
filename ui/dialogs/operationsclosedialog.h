// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/models/activitymodel.h"

namespace dueline {

/// A dialog that confirms closing while operations run in this window. Lists the operations, their progress, and what
/// happens to the rest.
class OperationsCloseDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `acting`: at least one operation.
    OperationsCloseDialog(const Theme& theme, const std::vector<ActivityRow>& acting, QWidget* parent);

    /// Updates the progress. Accepts the dialog once no operation is left.
    void setActing(const std::vector<ActivityRow>& acting);

private:
    static QString lineOf(const ActivityRow& row);

    PlainLabel* m_lines;
};

} // namespace dueline
