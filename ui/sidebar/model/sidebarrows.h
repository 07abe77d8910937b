// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sidebar/model/sidebarmodel.h"

#include <memory>

namespace dueline {

class Connection;
class SavedFilters;
class TaskFeed;

/// Returns the rows for the open connections in their order, followed by saved connections that aren't open, sorted by
/// group and name.
std::vector<SidebarConnection> sidebarConnections(
    const std::vector<std::unique_ptr<Connection>>& connections, const std::vector<Profile>& saved);

/// Returns the ids of the connections that are online but whose server doesn't respond.
QSet<QString> silentConnections(const std::vector<std::unique_ptr<Connection>>& connections);

/// Returns the saved filters with all counts that are known without a search, because the sidebar never starts one.
/// `queue`: the current queue; may be null. `feed`: the feed for the queue's tasks in the table.
std::vector<SidebarFilter> sidebarFilters(const SavedFilters& filters, const QueueInfo* queue, const TaskFeed& feed);

} // namespace dueline
