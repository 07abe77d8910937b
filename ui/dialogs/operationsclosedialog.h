// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/models/activitymodel.h"

namespace dueline {

/// What is asked before closing ends operations that act here: which they are, how far they came, and what becomes of
/// the rest.
class OperationsCloseDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `acting`: at least one.
    OperationsCloseDialog(const Theme& theme, const std::vector<ActivityRow>& acting, QWidget* parent);

    /// How they stand now. None: nothing is left to ask, and it is accepted.
    void setActing(const std::vector<ActivityRow>& acting);

private:
    static QString lineOf(const ActivityRow& row);

    PlainLabel* m_lines;
};

} // namespace dueline
