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
#include <utility>

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

NotificationRules loadedRules(QSettings& file)
{
    file.beginGroup(QStringLiteral("notifications"));
    NotificationRules rules;
    bool ok = false;
    if (const qint64 above = file.value(QStringLiteral("failedAbove")).toLongLong(&ok); ok && above >= 0)
        rules.failedAbove = above;
    if (const Millis by(file.value(QStringLiteral("overdueMs")).toLongLong()); by > Millis(0))
        rules.overdueBy = by;
    rules.connectionLost = file.value(QStringLiteral("connectionLost")).toBool();
    rules.operationDone = file.value(QStringLiteral("operationDone")).toBool();
    file.endGroup();
    return rules;
}

void saveRules(QSettings& file, const NotificationRules& rules)
{
    file.beginGroup(QStringLiteral("notifications"));
    const auto keep = [&file](const QString& key, bool chosen, const QVariant& value) {
        if (chosen)
            file.setValue(key, value);
        else
            file.remove(key);
    };
    keep(QStringLiteral("failedAbove"), rules.failedAbove.has_value(), rules.failedAbove.value_or(0));
    keep(QStringLiteral("overdueMs"), rules.overdueBy.has_value(), qint64(rules.overdueBy.value_or(Millis(0)).count()));
    keep(QStringLiteral("connectionLost"), rules.connectionLost, true);
    keep(QStringLiteral("operationDone"), rules.operationDone, true);
    file.endGroup();
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
    loaded.tourTaken = file.value(QStringLiteral("tourTaken")).toBool();
    loaded.usedVersion = file.value(QStringLiteral("usedVersion")).toString();
    file.endGroup();
    loaded.notifications = loadedRules(file);
    return loaded;
}

bool Preferences::noteVersion(const QString& version)
{
    const QString before = std::exchange(usedVersion, version);
    return !before.isEmpty() && before != version;
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
    file.setValue(QStringLiteral("tourTaken"), tourTaken);
    file.setValue(QStringLiteral("usedVersion"), usedVersion);
    file.endGroup();
    saveRules(file, notifications);
    file.sync();
    if (file.status() != QSettings::NoError)
        return Error{ErrorCode::Io,
            QCoreApplication::translate("Preferences", "The settings cannot be saved to %1.")
                .arg(printable(place.toUtf8()))};
    return {};
}

} // namespace dueline
