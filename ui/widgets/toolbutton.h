// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QToolButton;

namespace dueline {

class Theme;

/// Makes a flat button as wide as its icon and words need: under a style sheet Qt asks for a good deal more.
void fitToolButton(QToolButton& button, const Theme& theme);
/// The same for one whose words change: with room for any of them.
void fitToolButton(QToolButton& button, const Theme& theme, const QStringList& words);

} // namespace dueline
