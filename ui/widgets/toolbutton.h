// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QToolButton;

namespace dueline {

class Theme;

/// Makes a flat button exactly as wide as its icon and text. Qt would add much more space under a style sheet.
void fitToolButton(QToolButton& button, const Theme& theme);
/// Makes a flat button wide enough for any of these labels.
void fitToolButton(QToolButton& button, const Theme& theme, const QStringList& words);

} // namespace dueline
