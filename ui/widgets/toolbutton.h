// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QToolButton;

namespace dueline {

class Theme;

/// Makes a flat button as wide as its icon and words need: under a style sheet Qt asks for a good deal more.
void fitToolButton(QToolButton& button, const Theme& theme);

} // namespace dueline
