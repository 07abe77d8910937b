// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/presenters/settings/workersettings.h"

namespace dueline {

/// Asks before the embedded worker runs tasks of a production server, and shows what will run: every handler, and of
/// commands the program and its arguments as they will be, one a line.
class WorkerStartDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// `queues`: for people.
    WorkerStartDialog(const Theme& theme, const Profile& profile, const QString& queues, const WorkerSettings& settings,
        QWidget* parent);
};

} // namespace dueline
