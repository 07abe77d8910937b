// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/preferences.h"

#include "core/base/text.h"
#include "core/console/profilestore.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr Millis shortestRefresh = 500ms;
constexpr Millis longestRefresh = 1h;

// The words of the file, in the order of the enums.
constexpr std::array themes{"system", "light", "dark", "high-contrast"};
constexpr std::array densities{"dense", "normal", "comfortable"};

template <typename Enum, std::size_t Count>
Enum parsed(const QVariant& value, const std::array<const char*, Count>& words, Enum otherwise)
{
    const auto found = std::find_if(
        words.begin(), words.end(), [&value](const char* word) { return value.toString() == QLatin1String(word); });
    return found == words.end() ? otherwise : Enum(found - words.begin());
}

} // namespace

int rowHeight(RowDensity density)
{
    switch (density) {
    case RowDensity::Dense:
        return 26;
    case RowDensity::Normal:
        return 32;
    case RowDensity::Comfortable:
        return 40;
    }
    return 32;
}

QString Preferences::defaultPath() { return configFolder() + QStringLiteral("/settings.ini"); }

Preferences Preferences::load(const QString& path)
{
    QSettings file(path.isEmpty() ? defaultPath() : path, QSettings::IniFormat);
    file.beginGroup(QStringLiteral("window"));
    Preferences loaded;
    loaded.language = file.value(QStringLiteral("language")).toString();
    loaded.theme = parsed(file.value(QStringLiteral("theme")), themes, loaded.theme);
    loaded.density = parsed(file.value(QStringLiteral("rows")), densities, loaded.density);
    const Millis period(file.value(QStringLiteral("refreshMs"), qint64(loaded.refreshEvery.count())).toLongLong());
    loaded.refreshEvery
        = period.count() > 0 ? std::clamp(period, shortestRefresh, longestRefresh) : loaded.refreshEvery;
    return loaded;
}

Result<> Preferences::save(const QString& path) const
{
    const QString place = path.isEmpty() ? defaultPath() : path;
    QDir().mkpath(QFileInfo(place).path());
    QSettings file(place, QSettings::IniFormat);
    file.beginGroup(QStringLiteral("window"));
    file.setValue(QStringLiteral("language"), language);
    file.setValue(QStringLiteral("theme"), QLatin1String(themes[std::size_t(theme)]));
    file.setValue(QStringLiteral("rows"), QLatin1String(densities[std::size_t(density)]));
    file.setValue(QStringLiteral("refreshMs"), qint64(refreshEvery.count()));
    file.sync();
    if (file.status() != QSettings::NoError)
        return Error{ErrorCode::Io,
            QCoreApplication::translate("Preferences", "The settings cannot be saved to %1.")
                .arg(printable(place.toUtf8()))};
    return {};
}

} // namespace dueline
