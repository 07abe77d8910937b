// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "ui/theme/theme.h"

#include <optional>

namespace dueline {

/// Height of the task table's rows.
enum class RowDensity : quint8 { Dense, Normal, Comfortable };

/// Returns the height in logical pixels.
int rowHeight(RowDensity density);

/// Conditions for desktop notifications while the window is inactive; all are off by default.
struct NotificationRules
{
    std::optional<qint64> failedAbove; ///< limit for the number of failed tasks in a queue
    std::optional<Millis> overdueBy; ///< limit for the lateness of the oldest due task in a queue
    bool connectionLost = false;
    bool operationDone = false; ///< true to report the end of a bulk operation
    bool silent = false; ///< true to report a queue in which no worker claims due tasks

    bool operator==(const NotificationRules&) const = default;
};

/// User settings of the window in `$XDG_CONFIG_HOME/dueline/settings.ini`. The file also contains other settings.
struct Preferences
{
    QString language; ///< see Language::use(); empty: the system's language
    ThemeChoice theme = ThemeChoice::System;
    RowDensity density = RowDensity::Normal;
    Millis refreshEvery{5'000}; ///< see ViewedPlace::setRefreshPeriod(); half a second to an hour
    NotificationRules notifications{};
    // true once the sandbox tour has been shown, so that it does not start automatically again
    bool tourTaken = false;
    QString usedVersion{}; ///< last version used; empty if none was recorded
    QString timeZone{}; ///< zone of displayed times, as for WindowZone::choose(); empty: the machine's zone

    bool operator==(const Preferences&) const = default;

    /// Records `version` as the last version used. Returns whether a different version was used before, in which case
    /// the changes in this version can be shown.
    bool noteVersion(const QString& version);

    /// Loads the settings. `path`: settings file; empty: the path above. Missing or invalid values are replaced with
    /// their defaults.
    static Preferences load(const QString& path = {});
    /// Saves all settings. Errors: Io.
    Result<> save(const QString& path = {}) const;
    /// Saves only the differences from `before`, the settings as last loaded or saved, so that changes made by other
    /// windows are preserved. Errors: Io.
    Result<> saveChanges(const Preferences& before, const QString& path = {}) const;
    static QString defaultPath();

private:
    Result<> write(const Preferences* before, const QString& path) const;
};

} // namespace dueline
