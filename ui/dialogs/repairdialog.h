// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "ui/dialogs/dialogframe.h"

namespace dueline {

/// The preview of a repair: what becomes of which tasks, and that it cannot be undone. On production the count is
/// typed.
class RepairDialog : public DialogFrame
{
    Q_OBJECT

public:
    static constexpr std::size_t idsShown = 200;

    RepairDialog(const Theme& theme, const Profile& profile, const DoctorFinding& finding, QWidget* parent);
};

} // namespace dueline
