// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "ui/theme/theme.h"

#include <array>
#include <optional>

namespace dueline {

/// Height of the task table's rows.
enum class RowDensity : quint8 { Dense, Normal, Comfortable };

/// Returns the row height in logical pixels.
int rowHeight(RowDensity density);

/// Conditions for desktop notifications while the window is inactive. All are off by default.
struct NotificationRules
{
    std::optional<qint64> failedAbove; ///< alert if a queue has more failed tasks than this
    std::optional<Millis> overdueBy; ///< alert if a queue's oldest due task has been overdue for longer than this
    bool connectionLost = false;
    bool operationDone = false; ///< true to report when a bulk operation ends
    bool silent = false; ///< true to report queues with due tasks that no worker claims

    bool operator==(const NotificationRules&) const = default;
};

/// The user's settings for the window, stored in `$XDG_CONFIG_HOME/dueline/settings.ini`. The file also contains other
/// classes' settings.
struct Preferences
{
    static constexpr std::array scales{100, 110, 125, 150, 175, 200};

    QString language; ///< language code for Language::use(); empty for the system's language
    ThemeChoice theme = ThemeChoice::System;
    RowDensity density = RowDensity::Normal;
    /// Refresh period for ViewedPlace::setRefreshPeriod(), from half a second to one hour.
    Millis refreshEvery{5'000};
    NotificationRules notifications{};
    // True once the sandbox tour has been shown, so that it doesn't start automatically again.
    bool tourTaken = false;
    QString usedVersion{}; ///< last version used; empty if none was recorded
    /// Time zone for displayed times, as passed to WindowZone::choose(); empty for the machine's zone.
    QString timeZone{};
    bool recorded = true; ///< true to record the events of open connections; see WindowRecord
    int scalePercent = 100; ///< size of text and controls, one of `scales`; applied when the program starts
    QString editorCommand{}; ///< command for SourceEditor::use(); may be empty

    bool operator==(const Preferences&) const = default;

    /// Records `version` as the last version used. Returns true if a different version was used before. If so, the
    /// window can show what has changed.
    bool noteVersion(const QString& version);

    /// Loads the settings. `path`: settings file; empty for the default. Replaces missing or invalid values with
    /// defaults.
    static Preferences load(const QString& path = {});
    /// Saves all settings. Errors: Io.
    Result<> save(const QString& path = {}) const;
    /// Saves only the differences from `before`, the settings as last loaded or saved, to preserve changes made by
    /// other windows. Errors: Io.
    Result<> saveChanges(const Preferences& before, const QString& path = {}) const;
    static QString defaultPath();

private:
    Result<> write(const Preferences* before, const QString& path) const;
};

} // namespace dueline
