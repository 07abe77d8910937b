// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace dueline {

/// Logs the time between the start of this process and the first paint of the window, in milliseconds, as a debug
/// message in the category `dueline.start`. Call it before the window is shown.
void logFirstPaint(QWidget& window);

} // namespace dueline
