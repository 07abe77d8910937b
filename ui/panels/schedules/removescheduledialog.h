// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"
#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Dialog that asks for confirmation before removing a recurring task. Used in production, and elsewhere if the removal
/// can't be undone.
class RemoveScheduleDialog : public DialogFrame
{
    Q_OBJECT

public:
    RemoveScheduleDialog(
        const Theme& theme, const QueueName& queue, const Schedule& schedule, const Profile& profile, QWidget* parent);

    static bool asksBefore(const Schedule& schedule, Environment environment)
    {
        return schedule.damaged || environment == Environment::Production;
    }
};

} // namespace dueline
