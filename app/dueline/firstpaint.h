// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace dueline {

/// Logs how many milliseconds passed between the program's start and the window's first paint, as a debug message in
/// the category `dueline.start`. Call it before showing the window.
void logFirstPaint(QWidget& window);

} // namespace dueline
