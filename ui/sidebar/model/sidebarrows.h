// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sidebar/model/sidebarmodel.h"

#include <memory>

namespace dueline {

class Connection;
class SavedFilters;
class TaskFeed;

/// What the sidebar shows of the open connections, in their order, and then of the saved ones that are not open, by
/// group and name.
std::vector<SidebarConnection> sidebarConnections(
    const std::vector<std::unique_ptr<Connection>>& connections, const std::vector<Profile>& saved);

/// Those that are connected and answer nothing, by their ids.
QSet<QString> silentConnections(const std::vector<std::unique_ptr<Connection>>& connections);

/// The saved filters with what is known anyway: nothing is searched for a number in the sidebar. `queue`: the one
/// looked at, may be null; `feed`: what the table shows of it.
std::vector<SidebarFilter> sidebarFilters(const SavedFilters& filters, const QueueInfo* queue, const TaskFeed& feed);

} // namespace dueline
