// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

class MainWindow;
class Theme;
class Tour;

/// Starts a tour of the window that takes about a minute. It covers the timeline, the table, actions and undo, the
/// worker, the palette, and connecting. Restores the panels afterward. Returns null if a tour is already running.
Tour* startSandboxTour(MainWindow& window, const Theme& theme);

} // namespace dueline
