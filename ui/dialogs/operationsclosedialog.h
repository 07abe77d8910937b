// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/models/activitymodel.h"

namespace dueline {

/// Dialog that asks for confirmation before closing a window with running operations. It lists the operations, their
/// progress, and what happens to their remaining tasks.
class OperationsCloseDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `acting`: the running operations; must not be empty.
    OperationsCloseDialog(const Theme& theme, const std::vector<ActivityRow>& acting, QWidget* parent);

    /// Updates the progress. Accepts the dialog once no operation is running.
    void setActing(const std::vector<ActivityRow>& acting);

private:
    static QString lineOf(const ActivityRow& row);

    PlainLabel* m_lines;
};

} // namespace dueline
