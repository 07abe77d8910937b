// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "ui/theme/theme.h"

#include <optional>

namespace dueline {

/// Height of the task table's rows.
enum class RowDensity : quint8 { Dense, Normal, Comfortable };

/// In logical pixels.
int rowHeight(RowDensity density);

/// When the desktop is told of something while one looks elsewhere: nothing, unless somebody chose so.
struct NotificationRules
{
    std::optional<qint64> failedAbove; ///< a queue has more failed tasks than this
    std::optional<Millis> overdueBy; ///< the oldest due task of a queue waits for longer than this
    bool connectionLost = false;
    bool operationDone = false; ///< one that took over tasks ended while the window was not the active one

    bool operator==(const NotificationRules&) const = default;
};

/// What somebody has chosen for the window, in `$XDG_CONFIG_HOME/dueline/settings.ini` beside what others keep there.
struct Preferences
{
    QString language; ///< as Language::use() takes it; empty: the system's
    ThemeChoice theme = ThemeChoice::System;
    RowDensity density = RowDensity::Normal;
    Millis refreshEvery{5'000}; ///< see Workbench::setRefreshPeriod(); half a second to an hour
    NotificationRules notifications{};
    bool tourTaken = false; ///< the tour of the sandbox came once; it does not come again by itself
    QString usedVersion{}; ///< of the program that was last used; empty: none, or one before this was kept
    QString timeZone{}; ///< in which times are written, as WindowZone::choose() takes it; empty: the machine's own

    bool operator==(const Preferences&) const = default;

    /// From now on `version` is the one that was used. Whether it was another one before: there are news to offer.
    bool noteVersion(const QString& version);

    /// `path`: empty means the place above. What is missing or makes no sense is as in a new file.
    static Preferences load(const QString& path = {});
    /// Errors: Io.
    Result<> save(const QString& path = {}) const;
    /// Only what is not as in `before`, which was loaded or saved last: what another window has saved since stays.
    /// Errors: Io.
    Result<> saveChanges(const Preferences& before, const QString& path = {}) const;
    static QString defaultPath();

private:
    Result<> write(const Preferences* before, const QString& path) const;
};

} // namespace dueline
