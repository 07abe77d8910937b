// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sidebar/model/sidebarmodel.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/text/layoutwords.h"
#include "ui/text/plaintexttooltip.h"

#include <QDateTime>

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype mostVersions = 3; ///< maximum number of versions in a layout's header

/// Returns the displayed name. Omits the framework, which the header shows.
QString nameIn(const QueueInfo& queue)
{
    const qsizetype at = queue.name.lastIndexOf('@');
    const bool isWhole = LayoutWords::markOf(queue.layout).isEmpty() || at <= 0;
    return printable(isWhole ? queue.name : queue.name.left(at), 80);
}

/// Returns the number of open tasks: all except completed and discarded ones.
qint64 openTasks(const QueueInfo& queue)
{
    return queue.counts.pending() + queue.counts[TaskState::Leased] + queue.counts[TaskState::Failed];
}

/// Returns a name's prefix, such as `tenant-` for `tenant-7`; empty if it has none.
QString beginningOf(const QueueInfo& queue)
{
    const QString name = nameIn(queue);
    qsizetype at = name.size() - 1;
    while (at > 0 && !QStringView(u"-_:./").contains(name[at]))
        --at;
    return at > 0 && at < name.size() - 1 ? name.left(at + 1) : QString();
}

QByteArray foldKey(const SidebarConnection& connection, const QueueInfo& queue)
{
    const QString beginning = beginningOf(queue);
    return beginning.isEmpty() ? QByteArray()
                               : (connection.id + u'\n').toUtf8() + queue.layout + '\n' + beginning.toUtf8();
}

} // namespace

SidebarModel::SidebarModel(QObject* parent)
    : QAbstractListModel(parent)
{
    m_rows = build();
}

int SidebarModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

Qt::ItemFlags SidebarModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Kind kind = row(index.row()).kind;
    if (kind == Kind::Head || kind == Kind::Hint || kind == Kind::Layout || kind == Kind::Foreign)
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QVariant SidebarModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& r = row(index.row());
    switch (role) {
    case RowRole:
        return QVariant::fromValue(r);
    case Qt::DisplayRole:
        return r.text;
    case Qt::ToolTipRole:
        // The tooltip shows the full name, which may be elided in the row, and the full error. Both are escaped: they
        // aren't markup.
        if (r.kind == Kind::Filter)
            return plainTextToolTip(QStringLiteral("%1: %2").arg(r.text, r.filter));
        if (r.kind == Kind::Connection || r.kind == Kind::Queue || r.kind == Kind::Foreign || r.kind == Kind::Layout
            || r.kind == Kind::Group) {
            QStringList lines{r.text, r.problem, whatCounts(r), r.age};
            lines.removeAll(QString());
            return plainTextToolTip(lines.join(u'\n'));
        }
        return r.kind == Kind::AllTasks ? plainTextToolTip(whatCounts(r)) : QVariant();
    case Qt::AccessibleTextRole:
        return spoken(r);
    default:
        return {};
    }
}

/// Returns an explanation of the number on the right of a row, for the tooltip; empty if there is no number or the row
/// already explains the number.
QString SidebarModel::whatCounts(const Row& r)
{
    switch (r.kind) {
    case Kind::Queue:
        return r.problem.isEmpty()
            ? tr("%1 includes waiting, leased and failed tasks, but not tasks that are done or in the trash.",
                "a number")
                  .arg(Formatting::count(r.count))
            : QString();
    case Kind::Group:
        return tr(
            "%1 includes waiting, leased and failed tasks in all these queues, but not tasks that are done or in the "
            "trash.",
            "a number")
            .arg(Formatting::count(r.count));
    case Kind::AllTasks:
        return tr("All tasks except those in the trash.");
    default:
        return {};
    }
}

QString SidebarModel::spoken(const Row& r) const
{
    if (r.kind == Kind::Head || r.kind == Kind::Hint || r.kind == Kind::Layout)
        return r.text;
    if (r.kind == Kind::Connection) {
        QString status;
        switch (r.status) {
        case SidebarConnection::Status::Online:
            status = tr("connected");
            break;
        case SidebarConnection::Status::Silent:
            status = tr("no response");
            break;
        case SidebarConnection::Status::Connecting:
            status = tr("connecting");
            break;
        case SidebarConnection::Status::Failed:
            status = tr("connection lost");
            break;
        case SidebarConnection::Status::Off:
            status = tr("not connected");
            break;
        }
        const bool isPartial = r.status == SidebarConnection::Status::Online && !r.problem.isEmpty();
        return isPartial ? QStringLiteral("%1, %2, %3").arg(r.text, status, r.problem)
                         : QStringLiteral("%1, %2").arg(r.text, status);
    }
    if (r.kind == Kind::Foreign)
        return QStringLiteral("%1, %2").arg(r.text, r.problem);
    if (r.kind == Kind::AllServers && !r.counted)
        return r.text;
    if (!r.counted)
        return tr("%1, saved filter").arg(r.text);
    const QString named = r.mark.isEmpty() ? r.text : QStringLiteral("%1, %2").arg(r.text, r.mark);
    if (!r.problem.isEmpty()) // the counts are unknown
        return tr("%1, cannot be read").arg(named);
    QString words = tr("%1, %Ln task(s)", nullptr, Formatting::plural(r.count)).arg(named);
    if (r.failed > 0)
        words += tr(", %1 failed").arg(Formatting::count(r.failed));
    if (r.paused)
        words += tr(", paused");
    return words;
}

QString SidebarModel::keyOf(const SidebarPlace& place)
{
    return place.connection + u'\n' + QString::fromLatin1(place.queue.toHex());
}

bool SidebarModel::isOpen(const SidebarPlace& place) const
{
    return place.queue.isEmpty() ? !m_closedConnections.contains(place.connection)
                                 : m_openQueues.contains(keyOf(place));
}

void SidebarModel::setOpen(const SidebarPlace& place, bool open)
{
    // Connections are expanded and queues are collapsed by default.
    QSet<QString>& exceptions = place.queue.isEmpty() ? m_closedConnections : m_openQueues;
    const QString key = place.queue.isEmpty() ? place.connection : keyOf(place);
    if (open != place.queue.isEmpty())
        exceptions.insert(key);
    else
        exceptions.remove(key);
    apply(build());
}

std::vector<SidebarModel::Row> SidebarModel::build() const
{
    std::vector<Row> rows;
    Row head;
    head.kind = Kind::Head;
    head.text = tr("Connections");
    head.plus = "connection.new";
    head.counted = std::any_of(m_connections.begin(), m_connections.end(),
        [](const SidebarConnection& connection) { return !connection.queues.empty(); });
    rows.push_back(head);
    if (m_connections.empty()) {
        Row hint;
        hint.kind = Kind::Hint;
        hint.text = tr("No connections yet. Connections and their queues appear here.");
        rows.push_back(hint);
        return rows;
    }
    buildAllServers(rows);
    for (const SidebarConnection& connection : m_connections)
        buildConnection(rows, connection);
    const bool some = std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.kind == Kind::Queue; });
    if (isNarrowed() && !some) {
        Row none;
        none.kind = Kind::Hint;
        none.text = tr("No queue matches.");
        rows.push_back(none);
    }
    buildFilters(rows);
    return rows;
}

/// Adds a row for all open connections if there are at least two.
void SidebarModel::buildAllServers(std::vector<Row>& rows) const
{
    Row row;
    row.kind = Kind::AllServers;
    row.place.all = true;
    row.text = tr("All servers");
    row.counted = false;
    int open = 0;
    for (const SidebarConnection& connection : m_connections) {
        open += connection.id.isEmpty() ? 0 : 1;
        for (const QueueInfo& queue : connection.queues) {
            row.counted = row.counted || (queue.unreadable.isEmpty() && !queue.states.isEmpty());
            row.count += openTasks(queue);
            row.failed += queue.counts[TaskState::Failed];
        }
    }
    if (open > 1)
        rows.push_back(row);
}

void SidebarModel::buildConnection(std::vector<Row>& rows, const SidebarConnection& connection) const
{
    Row row;
    row.kind = Kind::Connection;
    row.place.connection = connection.id;
    row.text = printable(connection.name.toUtf8(), 80);
    row.environment = connection.environment;
    row.status = connection.status;
    row.problem = printable(connection.problem.toUtf8(), 300);
    row.profile = connection.profile;
    row.open = !row.isClosedProfile() && isOpen(row.place);
    row.counted = false; // if no queue can be read, a count of zero would be wrong
    int unread = 0;
    for (const QueueInfo& queue : connection.queues) {
        const bool isRead = queue.unreadable.isEmpty();
        unread += isRead ? 0 : 1;
        row.counted = row.counted || (isRead && !queue.states.isEmpty());
        row.count += openTasks(queue);
        row.failed += queue.counts[TaskState::Failed];
    }
    if (row.problem.isEmpty() && unread > 0)
        row.problem = tr("%Ln queue(s) cannot be read. The numbers do not include them.", nullptr, unread);
    rows.push_back(row);
    if (!row.open)
        return;
    // There are headers only if the connection has a framework's queues. Otherwise, names include the layout.
    const bool hasHeads = std::any_of(connection.queues.begin(), connection.queues.end(),
        [](const QueueInfo& queue) { return !LayoutWords::markOf(queue.layout).isEmpty(); });
    std::optional<QByteArray> above;
    const auto groups = groupsOf(connection);
    for (const QueueInfo& queue : connection.queues) {
        if (!isListed(queue))
            continue;
        if (hasHeads && above != queue.layout) {
            above = queue.layout;
            buildLayout(rows, connection, queue.layout);
        }
        const auto folded = groups.constFind(foldKey(connection, queue));
        if (folded != groups.constEnd()) {
            if (folded->front() == &queue)
                rows.push_back(groupRow(connection, folded.key(), *folded));
            if (!m_openGroups.contains(folded.key()))
                continue;
        }
        buildQueue(rows, connection, queue);
    }
    if (isNarrowed())
        return;
    buildForeign(rows, connection);
    buildLooked(rows, connection);
}

void SidebarModel::buildQueue(std::vector<Row>& rows, const SidebarConnection& connection, const QueueInfo& queue) const
{
    Row q;
    q.kind = Kind::Queue;
    q.place = {connection.id, queue.name, {}};
    q.mark = LayoutWords::markOf(queue.layout);
    q.text = nameIn(queue);
    if (queue.asOf) {
        q.age = tr("Counted at %1. With many queues, only some are counted at each refresh.")
                    .arg(QDateTime::fromMSecsSinceEpoch(toMs(*queue.asOf)).toString(QStringLiteral("HH:mm:ss")));
    }
    for (const QByteArray& sentence : {queue.note, queue.elsewhere}) {
        if (!sentence.isEmpty())
            q.age += (q.age.isEmpty() ? QString() : QStringLiteral("\n")) + printable(sentence, 300);
    }
    q.environment = connection.environment;
    q.status = connection.status;
    q.count = openTasks(queue);
    q.failed = queue.counts[TaskState::Failed];
    q.paused = queue.paused;
    q.open = isOpen(q.place);
    q.problem = QString::fromUtf8(queue.unreadable);
    rows.push_back(q);
    if (!q.open)
        return;
    Row all = q;
    all.mark.clear();
    all.age.clear();
    all.kind = Kind::AllTasks;
    all.text = tr("All tasks");
    all.failed = 0;
    all.paused = false;
    all.count = 0;
    for (const TaskState state : allStates)
        // Exclude the trash, as the table does.
        all.count += state == TaskState::Trash ? 0 : queue.counts[state];
    rows.push_back(all);
    for (const TaskState state : allStates) {
        if (!queue.states.contains(state))
            continue;
        Row s = all;
        s.kind = Kind::State;
        s.place.state = state;
        s.text = Formatting::stateWord(state);
        s.count = queue.counts[state];
        rows.push_back(s);
    }
}

bool SidebarModel::isListed(const QueueInfo& queue) const
{
    if (!m_text.isEmpty() && !nameIn(queue).contains(m_text, Qt::CaseInsensitive))
        return false;
    switch (m_narrowing) {
    case Narrowing::None:
        return true;
    case Narrowing::Failures: // a queue with unknown counts may have failed or late tasks
        return !queue.unreadable.isEmpty() || queue.counts[TaskState::Failed] > 0;
    case Narrowing::Late:
        return !queue.unreadable.isEmpty() || (queue.oldestDue && queue.serverNow - *queue.oldestDue >= lateAfter);
    }
    Q_UNREACHABLE();
    return true;
}

QHash<QByteArray, std::vector<const QueueInfo*>> SidebarModel::groupsOf(const SidebarConnection& connection) const
{
    QHash<QByteArray, std::vector<const QueueInfo*>> groups;
    if (isNarrowed())
        return groups;
    for (const QueueInfo& queue : connection.queues) {
        if (const QByteArray group = foldKey(connection, queue); !group.isEmpty())
            groups[group].push_back(&queue);
    }
    groups.removeIf([](const auto& group) { return group.value().size() < std::size_t(foldedFrom); });
    return groups;
}

SidebarModel::Row SidebarModel::groupRow(
    const SidebarConnection& connection, const QByteArray& group, const std::vector<const QueueInfo*>& queues) const
{
    Row row;
    row.kind = Kind::Group;
    row.place.connection = connection.id;
    row.group = group;
    row.text = printable(beginningOf(*queues.front()).toUtf8(), 80) + u'*';
    row.environment = connection.environment;
    row.status = connection.status;
    row.open = m_openGroups.contains(group);
    row.mark = tr("%Ln queue(s)", nullptr, int(queues.size()));
    for (const QueueInfo* queue : queues) {
        row.count += openTasks(*queue);
        row.failed += queue->counts[TaskState::Failed];
    }
    return row;
}

void SidebarModel::setGroupOpen(const QByteArray& group, bool open)
{
    if (open)
        m_openGroups.insert(group);
    else
        m_openGroups.remove(group);
    apply(build());
}

QByteArray SidebarModel::groupOf(const SidebarPlace& place) const
{
    for (const SidebarConnection& connection : m_connections) {
        if (connection.id != place.connection)
            continue;
        for (const QueueInfo& queue : connection.queues) {
            const QByteArray group = queue.name == place.queue ? foldKey(connection, queue) : QByteArray();
            if (!group.isEmpty())
                return groupsOf(connection).contains(group) ? group : QByteArray();
        }
    }
    return {};
}

void SidebarModel::narrow(const QString& text, Narrowing to)
{
    m_text = text.trimmed();
    m_narrowing = to;
    apply(build());
}

void SidebarModel::buildLayout(std::vector<Row>& rows, const SidebarConnection& connection, const QByteArray& layout)
{
    QStringList versions;
    for (const QueueInfo& queue : connection.queues) {
        if (queue.layout == layout && !queue.version.isEmpty())
            versions << printable(queue.version, 20);
    }
    versions.sort();
    versions.removeDuplicates();
    Row row;
    row.kind = Kind::Layout;
    row.place.connection = connection.id;
    row.text = LayoutWords::headOf(layout, versions.mid(0, mostVersions));
    rows.push_back(std::move(row));
}

/// Adds a progress row until all keys have been scanned, because the scan may find more queues.
void SidebarModel::buildLooked(std::vector<Row>& rows, const SidebarConnection& connection)
{
    const DiscoveryState& looked = connection.discovered;
    if (looked.isComplete() || looked == DiscoveryState())
        return;
    Row row;
    row.kind = Kind::Layout;
    row.place.connection = connection.id;
    if (looked.isForbidden) {
        row.text = tr("Keys not scanned");
        row.problem
            = tr("This user is not allowed to scan keys (SCAN), so only framework queues with known names are listed.");
    } else {
        const auto percent = looked.percent();
        row.text = looked.isRound || !percent
            ? tr("Searching for more queues")
            : tr("Scanned %1 % of %2 keys").arg(*percent).arg(Formatting::count(looked.keys));
        row.problem = tr("All keys are being scanned for queues from other frameworks. There may be more queues.");
    }
    rows.push_back(std::move(row));
}

/// Adds other frameworks' queues on the same server, which are shown but can't be selected.
void SidebarModel::buildForeign(std::vector<Row>& rows, const SidebarConnection& connection)
{
    for (const ForeignQueue& queue : connection.foreign) {
        Row row;
        row.kind = Kind::Foreign;
        row.place.connection = connection.id;
        row.text = QStringLiteral("%1 · %2").arg(printable(queue.name, 60), printable(queue.framework, 30));
        const int tasks = Formatting::plural(queue.tasks);
        const QString facts = queue.layout.isEmpty()
            ? tr("%1 queue with %Ln task(s). Dueline cannot read it yet.", nullptr, tasks)
            : queue.isPart
            ? tr("%1 queue with at least %Ln task(s). To open it, use a connection with its layout.", nullptr, tasks)
            : tr("%1 queue with %Ln task(s). To open it, use a connection with its layout.", nullptr, tasks);
        row.problem = facts.arg(printable(queue.framework, 30));
        row.count = queue.tasks;
        row.counted = !queue.isPart;
        rows.push_back(std::move(row));
    }
}

void SidebarModel::buildFilters(std::vector<Row>& rows) const
{
    Row head;
    head.kind = Kind::Head;
    head.text = tr("Saved filters");
    head.plus = "edit.saveFilter";
    head.counted = false;
    rows.push_back(head);
    for (const SidebarFilter& filter : m_filters) {
        Row row;
        row.kind = Kind::Filter;
        row.text = filter.name;
        row.filter = filter.text;
        row.counted = filter.count.has_value();
        row.count = filter.count.value_or(0);
        row.open = filter.active;
        rows.push_back(row);
    }
}

void SidebarModel::setFilters(std::vector<SidebarFilter> filters)
{
    if (filters == m_filters)
        return;
    m_filters = std::move(filters);
    apply(build());
}

void SidebarModel::setConnections(std::vector<SidebarConnection> connections)
{
    m_connections = std::move(connections);
    apply(build());
}

void SidebarModel::apply(const std::vector<Row>& fresh)
{
    // Both lists are in the same order, so a single pass finds all added and removed rows.
    std::size_t at = 0;
    for (const Row& wanted : fresh) {
        const auto found = std::find_if(
            m_rows.begin() + std::ptrdiff_t(at), m_rows.end(), [&](const Row& row) { return row.sameRow(wanted); });
        if (found == m_rows.end()) {
            beginInsertRows({}, int(at), int(at));
            m_rows.insert(m_rows.begin() + std::ptrdiff_t(at), wanted);
            endInsertRows();
        } else {
            const auto gone = std::size_t(found - m_rows.begin());
            if (gone > at) {
                beginRemoveRows({}, int(at), int(gone) - 1);
                m_rows.erase(m_rows.begin() + std::ptrdiff_t(at), m_rows.begin() + std::ptrdiff_t(gone));
                endRemoveRows();
            }
            if (!(m_rows[at] == wanted)) {
                m_rows[at] = wanted;
                Q_EMIT dataChanged(index(int(at)), index(int(at)));
            }
        }
        ++at;
    }
    if (at < m_rows.size()) {
        beginRemoveRows({}, int(at), int(m_rows.size()) - 1);
        m_rows.resize(at);
        endRemoveRows();
    }
}

QModelIndex SidebarModel::find(const SidebarPlace& place) const
{
    for (std::size_t i = 0; i < m_rows.size() && place.all; ++i) {
        if (m_rows[i].kind == Kind::AllServers)
            return index(int(i));
    }
    if (place.connection.isEmpty() || place.all)
        return {}; // only open connections and their queues can be displayed
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Kind wanted = place.queue.isEmpty() ? Kind::Connection : place.state ? Kind::State : Kind::AllTasks;
        if (m_rows[i].place == place
            && (m_rows[i].kind == wanted
                || (wanted == Kind::AllTasks && m_rows[i].kind == Kind::Queue && !m_rows[i].open)))
            return index(int(i));
    }
    return {};
}

} // namespace dueline
