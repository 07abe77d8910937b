// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// A dialog that confirms a repair. Shows the affected tasks and the effect on them, and that it cannot be undone. On
/// production the count must be typed.
class RepairDialog : public DialogFrame
{
    Q_OBJECT

public:
    static constexpr std::size_t idsShown = 200;

    RepairDialog(const Theme& theme, const Profile& profile, const DoctorFinding& finding, QWidget* parent);
};

} // namespace dueline
