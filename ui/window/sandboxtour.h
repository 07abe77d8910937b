// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

class MainWindow;
class Theme;
class Tour;

/// Starts a tour of about one minute through the window: timeline, table, actions and undo, worker, palette,
/// connecting. Restores the panels afterwards. Returns null if a tour is already running.
Tour* startSandboxTour(MainWindow& window, const Theme& theme);

} // namespace dueline
