// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

class Theme;

/// Returns the application's style sheet in the theme's colors. Variants are dynamic properties: `variant` = primary,
/// danger, find, choice or link on buttons; framed on tool buttons; content on read-only text.
QString styleSheet(const Theme& theme);

} // namespace dueline
