// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/settings/preferences.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"
#include "core/console/profiles/profilestore.h"
#include "ui/presenters/settings/settingsplace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSettings>

#include <algorithm>
#include <array>
#include <utility>

namespace dueline {

namespace {

using namespace std::chrono_literals;

constexpr Millis shortestRefresh = 500ms;
constexpr Millis longestRefresh = 1h;

// Values in the settings file, in the order of the enums.
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
    rules.silent = file.value(QStringLiteral("silent")).toBool();
    rules.operationDone = file.value(QStringLiteral("operationDone")).toBool();
    file.endGroup();
    return rules;
}

/// Returns the keys and values for the settings file, which omits keys without a value.
QHash<QString, QVariant> kept(const Preferences& preferences)
{
    const NotificationRules& rules = preferences.notifications;
    const auto chosen = [](bool is, const QVariant& value) { return is ? value : QVariant(); };
    return {{QStringLiteral("window/language"), preferences.language},
        {QStringLiteral("window/theme"), QLatin1String(themes[std::size_t(preferences.theme)])},
        {QStringLiteral("window/rows"), QLatin1String(densities[std::size_t(preferences.density)])},
        {QStringLiteral("window/scalePercent"), chosen(preferences.scalePercent != 100, preferences.scalePercent)},
        {QStringLiteral("window/refreshMs"), qint64(preferences.refreshEvery.count())},
        {QStringLiteral("window/tourTaken"), preferences.tourTaken},
        {QStringLiteral("window/usedVersion"), preferences.usedVersion},
        {QStringLiteral("window/timeZone"), preferences.timeZone},
        {QStringLiteral("window/editorCommand"),
            chosen(!preferences.editorCommand.isEmpty(), preferences.editorCommand)},
        {QStringLiteral("window/recorded"), chosen(!preferences.recorded, false)},
        {QStringLiteral("notifications/failedAbove"),
            chosen(rules.failedAbove.has_value(), rules.failedAbove.value_or(0))},
        {QStringLiteral("notifications/overdueMs"),
            chosen(rules.overdueBy.has_value(), qint64(rules.overdueBy.value_or(Millis(0)).count()))},
        {QStringLiteral("notifications/connectionLost"), chosen(rules.connectionLost, true)},
        {QStringLiteral("notifications/silent"), chosen(rules.silent, true)},
        {QStringLiteral("notifications/operationDone"), chosen(rules.operationDone, true)}};
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
    const QString place = path.isEmpty() ? defaultPath() : path;
    Preferences loaded;
    if (!checkSettingsToRead(place))
        return loaded;
    QSettings file(place, QSettings::IniFormat);
    file.beginGroup(QStringLiteral("window"));
    loaded.language = file.value(QStringLiteral("language")).toString();
    loaded.theme = parsed(file.value(QStringLiteral("theme")), themes, loaded.theme);
    loaded.density = parsed(file.value(QStringLiteral("rows")), densities, loaded.density);
    const int percent = file.value(QStringLiteral("scalePercent")).toInt();
    if (std::find(scales.begin(), scales.end(), percent) != scales.end())
        loaded.scalePercent = percent;
    const Millis period(file.value(QStringLiteral("refreshMs"), qint64(loaded.refreshEvery.count())).toLongLong());
    loaded.refreshEvery
        = period.count() > 0 ? std::clamp(period, shortestRefresh, longestRefresh) : loaded.refreshEvery;
    loaded.tourTaken = file.value(QStringLiteral("tourTaken")).toBool();
    loaded.usedVersion = file.value(QStringLiteral("usedVersion")).toString();
    loaded.timeZone = file.value(QStringLiteral("timeZone")).toString();
    loaded.editorCommand = file.value(QStringLiteral("editorCommand")).toString();
    loaded.recorded = file.value(QStringLiteral("recorded"), true).toBool();
    file.endGroup();
    loaded.notifications = loadedRules(file);
    return loaded;
}

bool Preferences::noteVersion(const QString& version)
{
    const QString before = std::exchange(usedVersion, version);
    return !before.isEmpty() && before != version;
}

Result<> Preferences::save(const QString& path) const { return write(nullptr, path); }

Result<> Preferences::saveChanges(const Preferences& before, const QString& path) const { return write(&before, path); }

Result<> Preferences::write(const Preferences* before, const QString& path) const
{
    const QString place = path.isEmpty() ? defaultPath() : path;
    makePrivateFolder(QFileInfo(place).path());
    if (const auto usable = checkSettingsToWrite(place); !usable)
        return usable;
    QSettings file(place, QSettings::IniFormat);
    const QHash<QString, QVariant> known = before ? kept(*before) : QHash<QString, QVariant>();
    const QHash<QString, QVariant> all = kept(*this);
    for (auto each = all.begin(); each != all.end(); ++each) {
        if (before && known.value(each.key()) == each.value())
            continue;
        if (each.value().isValid())
            file.setValue(each.key(), each.value());
        else
            file.remove(each.key());
    }
    file.sync();
    if (file.status() != QSettings::NoError)
        return Error{ErrorCode::Io,
            QCoreApplication::translate("Preferences", "Cannot save the settings to %1.")
                .arg(printable(place.toUtf8()))};
    return {};
}

} // namespace dueline
