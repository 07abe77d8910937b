// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

class Theme;

/// The application's style sheet in the theme's colours. Variants are dynamic properties: `variant` = primary, danger,
/// link or icon on buttons; `mono` on text fields.
QString styleSheet(const Theme& theme);

} // namespace dueline
