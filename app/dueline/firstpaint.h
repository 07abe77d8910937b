// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace dueline {

/// Logs how long the program took from its start to the first paint of the window, in milliseconds, as a debug message
/// in the category `dueline.start`. Call it before showing the window.
void logFirstPaint(QWidget& window);

} // namespace dueline
