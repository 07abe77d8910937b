// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sidebar/model/sidebarrows.h"

#include "core/base/naturalorder.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/settings/savedfilters.h"
#include "ui/presenters/taskfeed.h"

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

SidebarConnection::Status statusOf(const Session& session)
{
    const ConnectionState& state = session.connection();
    switch (state.kind) {
    case ConnectionState::Kind::Online:
        return session.silentSince() ? SidebarConnection::Status::Silent : SidebarConnection::Status::Online;
    case ConnectionState::Kind::Offline:
        return SidebarConnection::Status::Failed;
    case ConnectionState::Kind::Connecting:
        // After a failure, the connection is shown as failed until a retry succeeds.
        return state.error.message.isEmpty() ? SidebarConnection::Status::Connecting
                                             : SidebarConnection::Status::Failed;
    case ConnectionState::Kind::Closed:
        break;
    }
    return SidebarConnection::Status::Off;
}

/// Sorts each layout's queues in natural order, such as `q2` before `q10`. The connection sorts them alphabetically.
std::vector<QueueInfo> naturally(std::vector<QueueInfo> queues)
{
    const auto parts = [](const QueueInfo& a, const QueueInfo& b) { return a.layout != b.layout || b.name < a.name; };
    for (auto begin = queues.begin(); begin != queues.end();) {
        auto end = std::adjacent_find(begin, queues.end(), parts);
        if (end != queues.end())
            ++end;
        std::sort(begin, end, [](const QueueInfo& a, const QueueInfo& b) { return isNaturallyBefore(a.name, b.name); });
        begin = end;
    }
    return queues;
}

} // namespace

std::vector<SidebarConnection> sidebarConnections(
    const std::vector<std::unique_ptr<Connection>>& connections, const std::vector<Profile>& saved)
{
    std::vector<SidebarConnection> rows;
    std::vector<const Profile*> closed;
    closed.reserve(saved.size());
    for (const Profile& profile : saved)
        closed.push_back(&profile);
    for (const auto& connection : connections) {
        const QString& name = connection->profile().name;
        const bool isSaved = !connection->isSandbox()
            && std::erase_if(closed, [&name](const Profile* profile) { return profile->name == name; }) > 0;
        const ConnectionState& state = connection->session().connection();
        rows.push_back({connection->id(), name, isSaved ? name : QString(), connection->profile().environment,
            statusOf(connection->session()), state.error.message, naturally(connection->queues()),
            connection->foreign().queues, connection->discovered()});
    }
    std::stable_sort(closed.begin(), closed.end(),
        [](const Profile* a, const Profile* b) { return std::tie(a->group, a->name) < std::tie(b->group, b->name); });
    for (const Profile* profile : closed) {
        const QString shown
            = profile->group.isEmpty() ? profile->name : profile->group + QStringLiteral(" / ") + profile->name;
        rows.push_back({{}, shown, profile->name, profile->environment, SidebarConnection::Status::Off, {}, {}, {}});
    }
    return rows;
}

QSet<QString> silentConnections(const std::vector<std::unique_ptr<Connection>>& connections)
{
    QSet<QString> silent;
    for (const auto& connection : connections) {
        if (connection->session().silentSince())
            silent.insert(connection->id());
    }
    return silent;
}

std::vector<SidebarFilter> sidebarFilters(const SavedFilters& filters, const QueueInfo* queue, const TaskFeed& feed)
{
    const TaskFilter& shown = feed.scope().filter;
    StateSet usual = StateSet::all();
    usual.remove(TaskState::Trash);
    std::vector<SidebarFilter> rows;
    for (const SavedFilter& filter : filters.all()) {
        SidebarFilter row{filter.name, filter.text, {}, false};
        const auto parsed = TaskFilter::parse(filter.text);
        row.active = parsed && !shown.isEmpty() && (filter.text == shown.text() || *parsed == shown);
        if (queue)
            row.count = SavedFilters::countIn(*queue, filter.text);
        if (row.active && !row.count && feed.isKnown() && feed.scope().states == usual)
            row.count = feed.matches();
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace dueline
