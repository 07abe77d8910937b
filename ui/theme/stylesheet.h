// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

class Theme;

/// Returns the application's style sheet in the theme's colors. Dynamic properties select variants: `variant` =
/// primary, danger, find, choice or link for buttons, framed for tool buttons, and content for read-only text.
QString styleSheet(const Theme& theme);

} // namespace dueline
