// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// Dialog that asks for confirmation of a repair. It lists the affected tasks and the effect on them, and warns that
/// the repair can't be undone. In production, the user must type the count.
class RepairDialog : public DialogFrame
{
    Q_OBJECT

public:
    static constexpr std::size_t idsShown = 200;

    RepairDialog(const Theme& theme, const Profile& profile, const DoctorFinding& finding, QWidget* parent);
};

} // namespace dueline
