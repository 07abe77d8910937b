// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"
#include "ui/presenters/settings/workersettings.h"

namespace dueline {

/// Dialog that asks for confirmation before the embedded worker runs a production server's tasks. It lists the
/// handlers. For commands, it shows the program and its final arguments, one per line.
class WorkerStartDialog : public DialogFrame
{
    Q_OBJECT

public:
    /// Creates the dialog. `queues`: description of the queues.
    WorkerStartDialog(const Theme& theme, const Profile& profile, const QString& queues, const WorkerSettings& settings,
        QWidget* parent);
};

} // namespace dueline
