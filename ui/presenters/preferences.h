// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "ui/theme/theme.h"

namespace dueline {

/// Height of the task table's rows.
enum class RowDensity : quint8 { Dense, Normal, Comfortable };

/// In logical pixels.
int rowHeight(RowDensity density);

/// What somebody has chosen for the window, in `$XDG_CONFIG_HOME/dueline/settings.ini` beside what others keep there.
struct Preferences
{
    QString language; ///< as Language::use() takes it; empty: the system's
    ThemeChoice theme = ThemeChoice::System;
    RowDensity density = RowDensity::Normal;
    Millis refreshEvery{5'000}; ///< see Workbench::setRefreshPeriod(); half a second to an hour

    bool operator==(const Preferences&) const = default;

    /// `path`: empty means the place above. What is missing or makes no sense is as in a new file.
    static Preferences load(const QString& path = {});
    /// Errors: Io.
    Result<> save(const QString& path = {}) const;
    static QString defaultPath();
};

} // namespace dueline
