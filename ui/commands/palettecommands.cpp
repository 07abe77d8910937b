// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/palettecommands.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/errors/errortemplate.h"
#include "ui/actions/actions.h"
#include "ui/failures/failuregrouptitle.h"
#include "ui/failures/newfailurecutoff.h"
#include "ui/presenters/tasksearch.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QPainter>

#include <algorithm>
#include <map>

namespace dueline {

namespace {

constexpr std::size_t mostRecent = 8; ///< number of recent tasks and queues at the top of the palette
constexpr std::size_t mostFailureGroups = 300;
constexpr qsizetype mostFoundErrors = 16; ///< number of found tasks' errors whose groups are listed
constexpr qsizetype longestQueryShown = 60; ///< maximum length of the displayed query, in characters

/// Darkens the window below the palette.
class Veil : public QWidget
{
public:
    explicit Veil(QWidget* window)
        : QWidget(window)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setGeometry(window->rect());
        show();
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), QColor(0, 0, 0, 70)); }
};

QString printableName(const Connection& connection) { return printable(connection.profile().name.toUtf8(), 40); }

/// Sets the name of a task in an entry.
void nameEntry(CommandPalette::Entry& entry, const TaskId& id, const QByteArray& type)
{
    entry.text = printable(type.isEmpty() ? id : type, 90);
    entry.tail = type.isEmpty() ? QString() : printable(id, 60);
}

/// Returns a task's time as text, or its state if the time is unknown.
QString whenOf(const Connection& connection, const Task& task)
{
    return task.untimed ? Formatting::stateWord(task.state)
                        : Formatting::relative(task.at, connection.session().serverNow());
}

/// Returns the part of a task that contains the value: the error or the payload.
QString detailOf(const Task& task, const QString& value)
{
    const QString error = printable(errorLine(task.error), 300);
    const QString payload = printable(task.preview, 300);
    if (payload.contains(value, Qt::CaseInsensitive) || error.isEmpty())
        return payload;
    return error.contains(value, Qt::CaseInsensitive) || TaskTableModel::tellsError(task) ? error : payload;
}

} // namespace

PaletteCommands::PaletteCommands(const Theme& theme, ViewedPlace& view, WindowEvents& events, const Actions& actions,
    const TaskTable& table, QWidget* window)
    : QObject(window)
    , m_theme(theme)
    , m_view(view)
    , m_events(events)
    , m_actions(actions)
    , m_table(table)
    , m_window(window)
{
    connect(&table, &TaskTable::currentTaskChanged, this, &PaletteCommands::noteTask);
    connect(&view, &ViewedPlace::placeChanged, this, &PaletteCommands::noteQueue);
}

void PaletteCommands::noteTask()
{
    const SidebarPlace& place = m_view.place();
    if (const Task* task = m_table.currentTask(); task && !place.connection.isEmpty())
        note({{place.connection, place.queue, {}}, exactId(*task), task->type, task->state});
}

void PaletteCommands::noteQueue()
{
    if (!m_view.place().queue.isEmpty())
        note({{m_view.place().connection, m_view.place().queue, {}}, {}, {}});
}

void PaletteCommands::note(Recent recent)
{
    std::erase_if(m_recent, [&](const Recent& one) { return one.place == recent.place && one.id == recent.id; });
    const bool isTask = !recent.id.isEmpty();
    m_recent.insert(m_recent.begin(), std::move(recent));
    // Keep as many queues as tasks, because moving through a list visits many tasks.
    const auto isAlike = [isTask](const Recent& one) { return one.id.isEmpty() != isTask; };
    if (std::size_t(std::count_if(m_recent.begin(), m_recent.end(), isAlike)) > mostRecent / 2)
        m_recent.erase(std::find_if(m_recent.rbegin(), m_recent.rend(), isAlike).base() - 1);
}

CommandPalette::Entry PaletteCommands::entryOf(const Recent& recent) const
{
    CommandPalette::Entry entry;
    entry.group = CommandPalette::Group::Recent;
    if (recent.id.isEmpty()) {
        entry.text = printable(recent.place.queue, 60);
        entry.hint = printableName(*m_view.connections().find(recent.place.connection));
        entry.icon = QStringLiteral("queue");
        entry.act = [this, place = recent.place] { m_view.show(place); };
    } else {
        nameEntry(entry, recent.id, recent.type);
        entry.hint = printable(recent.place.queue, 40);
        entry.state = recent.state;
        entry.act = [this, recent] { m_events.showTask(recent.place, recent.id); };
    }
    return entry;
}

std::vector<CommandPalette::Entry> PaletteCommands::entries() const
{
    std::vector<CommandPalette::Entry> entries;
    for (const Recent& recent : m_recent) {
        const bool isShown = recent.id.isEmpty() && recent.place.connection == m_view.place().connection
            && recent.place.queue == m_view.place().queue;
        if (!isShown && m_view.connections().find(recent.place.connection))
            entries.push_back(entryOf(recent));
    }
    for (const auto& connection : m_view.connections().all()) {
        for (const QueueInfo& queue : connection->queues()) {
            CommandPalette::Entry entry{printable(queue.name, 60), printableName(*connection), QStringLiteral("queue"),
                true, [this, place = SidebarPlace{connection->id(), queue.name, {}}] { m_view.show(place); }};
            entry.group = CommandPalette::Group::Queues;
            entry.hidden = QStringLiteral("queue ") + entry.text;
            entries.push_back(std::move(entry));
        }
    }
    const std::vector<CommandPalette::Entry> actions = CommandPalette::entriesOf(m_actions);
    entries.insert(entries.end(), actions.begin(), actions.end());
    return entries;
}

CommandPalette::Entry PaletteCommands::entryOf(
    const Connection& connection, const SearchHit& hit, const QString& value) const
{
    CommandPalette::Entry entry;
    nameEntry(entry, hit.task.id, hit.task.type);
    entry.state = hit.task.state;
    entry.detail = detailOf(hit.task, value);
    entry.hint = whenOf(connection, hit.task);
    entry.act = [this, place = SidebarPlace{connection.id(), hit.queue, {}}, id = exactId(hit.task)] {
        m_events.showTask(place, id);
    };
    return entry;
}

/// Returns one section per server and queue, in the order in which their first tasks were found.
std::vector<CommandPalette::Section> PaletteCommands::sectionsOf(const TaskSearch& search) const
{
    std::vector<CommandPalette::Section> sections;
    std::map<std::pair<std::size_t, QueueName>, std::size_t> places;
    for (const TaskSearch::Found& found : search.found()) {
        const Connection* connection = search.parts()[found.part].connection;
        if (!connection)
            continue;
        const auto [place, isNew] = places.try_emplace({found.part, found.queue}, sections.size());
        if (isNew) {
            const QString server = search.parts().size() > 1 ? printableName(*connection) : QString();
            sections.push_back({printable(found.queue, 60), server, {}, {}});
        }
        sections[place->second].entries.push_back(entryOf(*connection, found, search.value()));
    }
    for (CommandPalette::Section& section : sections) {
        const bool isFull = section.entries.size() >= TaskSearch::limits.matchesOfQueue;
        const int count = int(section.entries.size());
        section.count = isFull ? tr("At least %Ln task(s)", nullptr, count) : tr("%Ln task(s)", nullptr, count);
    }
    return sections;
}

/// Returns the failure groups, new ones first, and larger ones before smaller ones. A group on several servers has an
/// entry for each server.
std::vector<CommandPalette::Entry> PaletteCommands::failures(const TaskSearch& search) const
{
    QSet<QByteArray> found;
    for (const TaskSearch::Found& hit : search.found()) {
        if (!hit.task.error.isEmpty() && found.size() < mostFoundErrors)
            found.insert(errorText(hit.task.error));
    }
    const TimePoint newSince = NewFailureCutoff::of(m_view).since(m_view.now(), m_failures.placeKey());
    std::vector<CommandPalette::Entry> fresh;
    std::vector<CommandPalette::Entry> known;
    for (const FailureGroup& group : m_failures.result().groups) {
        if (fresh.size() + known.size() >= mostFailureGroups)
            break;
        std::map<QByteArray, qint64> servers;
        for (const FailureGroup::Share& share : group.shares)
            servers[share.server] += share.tasks;
        const bool isNew = group.first >= newSince;
        const ErrorTemplate errors(group.error);
        const bool isRelated = std::any_of(
            found.begin(), found.end(), [&errors](const QByteArray& error) { return errors.covers(error); });
        for (const auto& [server, tasks] : servers) {
            const Connection* connection = m_view.connections().find(QString::fromUtf8(server));
            if (!connection)
                continue;
            const QString count = tr("%Ln task(s)", nullptr, Formatting::plural(tasks));
            CommandPalette::Entry entry;
            entry.group = CommandPalette::Group::Failures;
            entry.text = FailureGroupTitle::nameOf(group.name);
            entry.hint = isNew ? Formatting::commas({count, tr("new", "a failure group")}) : count;
            entry.tail = search.parts().size() > 1 ? printableName(*connection) : QString();
            entry.hidden = printable(group.sample, 300);
            entry.state = TaskState::Failed;
            entry.isRelated = isRelated;
            entry.act = [this, place = SidebarPlace{connection->id(), {}, {}}, error = group.error] {
                m_view.show(place);
                m_events.showFailureGroup({}, error);
            };
            (isNew ? fresh : known).push_back(std::move(entry));
        }
    }
    fresh.insert(fresh.end(), known.begin(), known.end());
    return fresh;
}

std::vector<PaletteStory::Moment> PaletteCommands::storyOf(const TaskSearch& search)
{
    std::vector<PaletteStory::Moment> story;
    for (const TaskSearch::Found& found : search.found()) {
        const Connection* connection = search.parts()[found.part].connection;
        if (!connection)
            continue;
        const Task& task = found.task;
        QString place = printable(found.queue, 60);
        if (search.parts().size() > 1)
            place = Formatting::commas({place, printableName(*connection)});
        story.push_back({task.state, task.untimed ? std::nullopt : std::optional(task.at), whenOf(*connection, task),
            printable(typeOf(task), 90), place});
    }
    return story;
}

CommandPalette::Progress PaletteCommands::progressOf(const TaskSearch& search)
{
    qint64 done = 0;
    qint64 queues = 0;
    qint64 examined = 0;
    bool isCut = false;
    bool isStopped = false;
    bool isSearched = false;
    for (const TaskSearch::Part& part : search.parts()) {
        done += qint64(part.queuesDone);
        queues += qint64(part.queues);
        examined += part.examined;
        isCut = isCut || part.isCut;
        isStopped = isStopped || part.phase == TaskSearch::Part::Phase::Stopped;
        isSearched = isSearched || part.phase == TaskSearch::Part::Phase::Complete;
    }
    CommandPalette::Progress progress;
    progress.isRunning = search.isRunning();
    progress.share = queues > 0 ? double(done) / double(queues) : 0;
    progress.gaps = gapsOf(search);
    const QString ofQueues = tr("%1 of %2 queues", "searched").arg(Formatting::count(done), Formatting::count(queues));
    const QString found = Formatting::count(qint64(search.found().size()));
    if (!search.found().empty())
        progress.summary
            = (isCut ? tr("At least %1 found · %2", "tasks, queues") : tr("%1 found · %2", "tasks, queues"))
                  .arg(found, ofQueues);
    else if (progress.isRunning)
        progress.summary = queues > 0 ? tr("Searching · %1", "queues").arg(ofQueues) : tr("Searching…");
    const QString value = search.value().left(longestQueryShown);
    if (isStopped)
        progress.outcome = tr("Stopped, nothing found so far · %1", "queues").arg(ofQueues);
    else if (isSearched && isCut)
        progress.outcome = tr("No task with \"%1\" among the first %2 tasks").arg(value, Formatting::count(examined));
    else if (isSearched)
        progress.outcome = tr("No task with \"%1\" in %Ln queue(s)", nullptr, Formatting::plural(queues)).arg(value);
    return progress;
}

QString PaletteCommands::gapsOf(const TaskSearch& search)
{
    QStringList gaps;
    for (const TaskSearch::Part& part : search.parts()) {
        if (!part.connection)
            continue;
        const QString name = printableName(*part.connection);
        if (part.phase == TaskSearch::Part::Phase::NotConnected)
            gaps << tr("%1 (not connected)", "server").arg(name);
        else if (part.phase == TaskSearch::Part::Phase::Failed)
            gaps << tr("%1 (%2)", "server, error").arg(name, part.trouble);
        else if (part.skipped > 0)
            gaps << tr("%1 (%Ln unreadable queue(s))", "server", int(part.skipped)).arg(name);
    }
    return gaps.isEmpty() ? QString() : tr("Not searched: %1", "servers").arg(Formatting::commas(gaps));
}

void PaletteCommands::show()
{
    // The search must have ended by then, and the window must no longer be dimmed.
    if (const std::function<void()> act = choose())
        act();
}

/// Shows the palette. Returns the function of the chosen entry; empty if the user cancels.
std::function<void()> PaletteCommands::choose()
{
    std::vector<Connection*> connections;
    for (const auto& connection : m_view.connections().all())
        connections.push_back(connection.get());
    TaskSearch search(connections);
    CommandPalette palette(m_theme, entries(), !connections.empty(), m_window);
    if (m_view.current()) {
        palette.setLastRow([this](const QString& query) -> CommandPalette::Entry {
            return {tr("Search all queues for \"%1\"").arg(query.left(longestQueryShown)),
                m_actions["view.search"]->shortcut().toString(QKeySequence::NativeText), QStringLiteral("search"), true,
                [this, query] { Q_EMIT searchRequested(quotedForFilter(query)); }};
        });
    }
    connect(&palette, &CommandPalette::queryChanged, &search, &TaskSearch::look);
    connect(&palette, &CommandPalette::stopRequested, &search, &TaskSearch::stop);
    const auto tellFailures = [&] { palette.setFailures(failures(search)); };
    connect(&m_failures, &FailureGroupFeed::changed, &palette, tellFailures);
    m_failures.showAll(connections);
    m_failures.setActive(true);
    tellFailures();
    connect(&search, &TaskSearch::changed, &palette, [&] {
        m_failures.setActive(!search.isRunning()); // the search comes first
        const Connection* connection
            = search.found().empty() ? nullptr : search.parts()[search.found()[0].part].connection;
        palette.setStory(storyOf(search), connection ? connection->session().serverNow() : TimePoint());
        palette.setResults(sectionsOf(search), progressOf(search));
        tellFailures(); // below the tasks that they explain
    });
    const Veil veil(m_window);
    palette.exec();
    m_failures.setActive(false);
    return palette.chosen();
}

} // namespace dueline
