// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

class MainWindow;
class Theme;
class Tour;

/// Shows where things are in the window, in about a minute: timeline, table, actions and undo, worker, palette,
/// connecting. Puts the panels back as they were. Null: a tour is under way.
Tour* startSandboxTour(MainWindow& window, const Theme& theme);

} // namespace dueline
