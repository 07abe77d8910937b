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

/// The conditions for desktop notifications while the window is inactive; all are off by default.
struct NotificationRules
{
    std::optional<qint64> failedAbove; ///< a queue has more failed tasks
    std::optional<Millis> overdueBy; ///< the oldest due task of a queue has waited longer
    bool connectionLost = false;
    bool operationDone = false; ///< a bulk operation ended while the window was inactive

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
    bool tourTaken = false; ///< the tour of the sandbox was shown, so it does not start again automatically
    QString usedVersion{}; ///< last version used; empty: none, or a version that did not record it
    QString timeZone{}; ///< time zone of shown times, as for WindowZone::choose(); empty: the machine's zone

    bool operator==(const Preferences&) const = default;

    /// Records `version` as the last version used. Returns whether a different version was used before; in that case,
    /// the changes of this version can be shown.
    bool noteVersion(const QString& version);

    /// Loads the settings. `path`: empty means the path above. Missing or invalid values are replaced with their
    /// defaults.
    static Preferences load(const QString& path = {});
    /// Saves all settings. Errors: Io.
    Result<> save(const QString& path = {}) const;
    /// Saves only the differences from `before`, the settings last loaded or saved, so that changes by other windows
    /// are preserved. Errors: Io.
    Result<> saveChanges(const Preferences& before, const QString& path = {}) const;
    static QString defaultPath();

private:
    Result<> write(const Preferences* before, const QString& path) const;
};

} // namespace dueline
