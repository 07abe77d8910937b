// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/settings/savedfilters.h"

#include "core/base/text.h"
#include "ui/presenters/settings/settingsplace.h"

#include <QSettings>

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype longestFilterName = 60;

QString tidy(const QString& name) { return name.simplified().left(longestFilterName); }

} // namespace

SavedFilters::SavedFilters(QObject* parent)
    : QObject(parent)
    , m_filters(first())
{ }

std::vector<SavedFilter> SavedFilters::first()
{
    return {{tr("Failed"), QStringLiteral("state:failed")},
        {tr("Overdue by 5 min"), QStringLiteral("state:due due<-5m")},
        {tr("Retried at least once"), QStringLiteral("attempt>1")}};
}

void SavedFilters::reword()
{
    if (m_own)
        return;
    m_filters = first();
    Q_EMIT changed();
}

void SavedFilters::rememberIn(const QString& path)
{
    m_path = path;
    if (!checkSettingsToRead(path))
        return;
    QSettings file(path, QSettings::IniFormat);
    if (!file.contains(QStringLiteral("filters/size")))
        return;
    m_own = true;
    m_filters.clear();
    const int count = file.beginReadArray(QStringLiteral("filters"));
    for (int i = 0; i < count; ++i) {
        file.setArrayIndex(i);
        const SavedFilter filter{
            tidy(file.value(QStringLiteral("name")).toString()), file.value(QStringLiteral("text")).toString()};
        if (!filter.name.isEmpty() && !find(filter.name))
            m_filters.push_back(filter);
    }
    file.endArray();
    Q_EMIT changed();
}

const SavedFilter* SavedFilters::find(const QString& name) const
{
    const auto found = std::find_if(
        m_filters.begin(), m_filters.end(), [&name](const SavedFilter& filter) { return filter.name == name; });
    return found == m_filters.end() ? nullptr : &*found;
}

Result<> SavedFilters::save(const QString& name, const QString& text)
{
    const QString tidied = tidy(name);
    if (tidied.isEmpty())
        return Error{ErrorCode::Usage, tr("A saved filter needs a name.")};
    if (const auto parsed = TaskFilter::parse(text); !parsed)
        return parsed.error();
    const auto same = std::find_if(
        m_filters.begin(), m_filters.end(), [&tidied](const SavedFilter& filter) { return filter.name == tidied; });
    if (same == m_filters.end())
        m_filters.push_back({tidied, text});
    else
        same->text = text;
    Q_EMIT changed();
    return write();
}

Result<> SavedFilters::rename(const QString& name, const QString& other)
{
    const QString tidied = tidy(other);
    if (tidied.isEmpty())
        return Error{ErrorCode::Usage, tr("A saved filter needs a name.")};
    const auto found = std::find_if(
        m_filters.begin(), m_filters.end(), [&name](const SavedFilter& filter) { return filter.name == name; });
    if (found == m_filters.end())
        return Error{ErrorCode::NotFound, tr("The saved filter with this name no longer exists.")};
    if (tidied != name && find(tidied))
        return Error{ErrorCode::Usage, tr("Another saved filter already has this name.")};
    found->name = tidied;
    Q_EMIT changed();
    return write();
}

Result<> SavedFilters::remove(const QString& name)
{
    const auto gone = std::erase_if(m_filters, [&name](const SavedFilter& filter) { return filter.name == name; });
    if (gone == 0)
        return Error{ErrorCode::NotFound, tr("The saved filter with this name no longer exists.")};
    Q_EMIT changed();
    return write();
}

Result<> SavedFilters::write()
{
    m_own = true;
    if (m_path.isEmpty())
        return {};
    if (const auto usable = checkSettingsToWrite(m_path); !usable)
        return usable;
    QSettings file(m_path, QSettings::IniFormat);
    file.remove(QStringLiteral("filters"));
    file.beginWriteArray(QStringLiteral("filters"), int(m_filters.size()));
    for (std::size_t i = 0; i < m_filters.size(); ++i) {
        file.setArrayIndex(int(i));
        file.setValue(QStringLiteral("name"), m_filters[i].name);
        file.setValue(QStringLiteral("text"), m_filters[i].text);
    }
    file.endArray();
    file.sync();
    if (file.status() != QSettings::NoError)
        return Error{ErrorCode::Io, tr("Cannot save the filters to %1.").arg(printable(m_path.toUtf8()))};
    return {};
}

std::optional<qint64> SavedFilters::countIn(const QueueInfo& queue, const QString& text)
{
    const auto filter = TaskFilter::parse(text);
    if (!filter)
        return {};
    const bool statesOnly = std::all_of(filter->terms().begin(), filter->terms().end(),
        [](const TaskFilter::Term& term) { return term.field == TaskFilter::Term::Field::State; });
    if (!statesOnly)
        return {};
    qint64 count = 0;
    for (const TaskState state : allStates) {
        if (filter->states().contains(state))
            count += queue.counts[state];
    }
    return count;
}

} // namespace dueline
