// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/settings/workersettings.h"

#include "core/base/text.h"
#include "core/console/profiles/profilestore.h"
#include "core/engine/handlers/handlerspec.h"
#include "core/engine/handlers/httptarget.h"
#include "ui/presenters/settings/settingsplace.h"

#include <QCoreApplication>
#include <QProcess>
#include <QSettings>
#include <QUrl>

#include <algorithm>

namespace dueline {

namespace {

/// Returns a profile's settings group. The name is encoded, because a slash would create a nested group.
QString groupOf(const QString& profile)
{
    return QStringLiteral("worker/") + QString::fromLatin1(QUrl::toPercentEncoding(profile));
}

/// Creates a handler like makeHandler(), but rejects addresses that contain a password: other users can read the
/// settings file.
Result<std::shared_ptr<Handler>> makeSavedHandler(const QString& kind)
{
    auto made = makeHandler(kind);
    const auto target = HttpTarget::parse(kind.startsWith(QLatin1String("http:http")) ? kind.mid(5) : kind);
    if (made && target && !target->authorization.isEmpty())
        return Error{ErrorCode::Usage,
            QCoreApplication::translate("WorkerSettings",
                "This address contains a password, which would be saved in plain text. Use \"duectl work\" or a "
                "command handler instead.")};
    return made;
}

} // namespace

WorkerSettings WorkerSettings::demo()
{
    WorkerSettings settings;
    settings.handlers = {{QStringLiteral("mail.*"), QStringLiteral("sleep:400")},
        {QStringLiteral("webhook.*"), QStringLiteral("sleep:900")},
        {QStringLiteral("report.*"), QStringLiteral("sleep:1500")},
        {QStringLiteral("image.*"), QStringLiteral("fail:20")}, {QStringLiteral("*"), QStringLiteral("echo")}};
    settings.everyQueue = true;
    settings.slotCount = 12;
    return settings;
}

Result<> checkHandler(const std::vector<WorkerHandler>& handlers, std::size_t index)
{
    HandlerRegistry registry;
    for (std::size_t i = 0; i <= index && i < handlers.size(); ++i) {
        const WorkerHandler& handler = handlers[i];
        auto made = makeSavedHandler(handler.kind.trimmed());
        if (!made) {
            if (i == index)
                return made.error();
            continue;
        }
        if (auto added = registry.add(withoutMark(handler.type).toUtf8(), *made); !added && i == index)
            return added;
    }
    return {};
}

Result<std::unique_ptr<HandlerRegistry>> WorkerSettings::registry() const
{
    auto registry = std::make_unique<HandlerRegistry>();
    for (const WorkerHandler& handler : handlers) {
        auto made = makeSavedHandler(handler.kind.trimmed());
        if (!made)
            return made.error();
        if (auto added = registry->add(withoutMark(handler.type).toUtf8(), *made); !added)
            return added.error();
    }
    return registry;
}

std::vector<QStringList> WorkerSettings::commands() const
{
    std::vector<QStringList> commands;
    for (const WorkerHandler& handler : handlers) {
        const QString kind = handler.kind.trimmed();
        if (kind.startsWith(QLatin1String("command:")))
            commands.push_back(QProcess::splitCommand(kind.mid(8)));
    }
    return commands;
}

WorkerSettingsStore::WorkerSettingsStore(QString path)
    : m_path(path.isEmpty() ? configFolder() + QStringLiteral("/settings.ini") : std::move(path))
{ }

WorkerSettings WorkerSettingsStore::load(const QString& profile) const
{
    WorkerSettings loaded;
    if (!checkSettingsToRead(m_path))
        return loaded;
    QSettings file(m_path, QSettings::IniFormat);
    file.beginGroup(groupOf(profile));
    loaded.everyQueue = file.value(QStringLiteral("everyQueue"), loaded.everyQueue).toBool();
    loaded.slotCount
        = std::clamp(file.value(QStringLiteral("slots"), loaded.slotCount).toInt(), 1, int(WorkerSettings::mostSlots));
    loaded.leaseFor = std::max(
        Millis(1000), Millis(file.value(QStringLiteral("leaseMs"), qint64(loaded.leaseFor.count())).toLongLong()));
    const int rows = file.beginReadArray(QStringLiteral("handlers"));
    for (int row = 0; row < rows; ++row) {
        file.setArrayIndex(row);
        loaded.handlers.push_back(
            {file.value(QStringLiteral("type")).toString(), file.value(QStringLiteral("kind")).toString()});
    }
    file.endArray();
    return loaded;
}

Result<> WorkerSettingsStore::save(const QString& profile, const WorkerSettings& settings) const
{
    if (const auto usable = checkSettingsToWrite(m_path); !usable)
        return usable;
    QSettings file(m_path, QSettings::IniFormat);
    file.beginGroup(groupOf(profile));
    file.remove(QString()); // removes the previous rows
    file.setValue(QStringLiteral("everyQueue"), settings.everyQueue);
    file.setValue(QStringLiteral("slots"), settings.slotCount);
    file.setValue(QStringLiteral("leaseMs"), qint64(settings.leaseFor.count()));
    file.beginWriteArray(QStringLiteral("handlers"), int(settings.handlers.size()));
    for (std::size_t row = 0; row < settings.handlers.size(); ++row) {
        file.setArrayIndex(int(row));
        file.setValue(QStringLiteral("type"), settings.handlers[row].type);
        file.setValue(QStringLiteral("kind"), settings.handlers[row].kind);
    }
    file.endArray();
    file.sync();
    if (file.status() != QSettings::NoError)
        return Error{ErrorCode::Io,
            QCoreApplication::translate("WorkerSettings", "Cannot save the worker's settings to %1.")
                .arg(printable(m_path.toUtf8()))};
    return {};
}

} // namespace dueline
