// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/mutedgroups.h"

#include "core/queue/errors/errortemplate.h"
#include "ui/presenters/connection.h"
#include "ui/workbench/viewedplace.h"

#include <algorithm>

namespace dueline {

MutedGroups& MutedGroups::of(ViewedPlace& view)
{
    if (auto* known = view.findChild<MutedGroups*>(QString(), Qt::FindDirectChildrenOnly))
        return *known;
    return *new MutedGroups(&view);
}

const MutedFailures& MutedGroups::all(const Connection& connection) const
{
    const auto known = m_muted.constFind(connection.id());
    return known == m_muted.constEnd() ? connection.profile().mutedFailures : *known;
}

MutedFailures& MutedGroups::groupsOf(const Connection& connection)
{
    const auto known = m_muted.find(connection.id());
    return known == m_muted.end() ? *m_muted.insert(connection.id(), connection.profile().mutedFailures) : *known;
}

MutedFailures::const_iterator MutedGroups::find(const MutedFailures& muted, const QByteArray& kind)
{
    if (const auto found = muted.find(kind); found != muted.end() || muted.empty())
        return found;
    const ErrorTemplate wanted(kind);
    return std::find_if(
        muted.begin(), muted.end(), [&](const auto& group) { return wanted.isNested(ErrorTemplate(group.first)); });
}

void MutedGroups::mute(const Connection& connection, const QByteArray& kind, TimePoint last)
{
    MutedFailures& muted = groupsOf(connection);
    if (muted.size() >= Profile::mostMutedFailures
        && !muted.contains(kind)) { // drop the group that failed least recently
        muted.erase(std::min_element(
            muted.begin(), muted.end(), [](const auto& a, const auto& b) { return a.second < b.second; }));
    }
    muted.insert_or_assign(kind, last);
    Q_EMIT changed(&connection);
}

void MutedGroups::unmute(const Connection& connection, const QByteArray& kind)
{
    MutedFailures& muted = groupsOf(connection);
    const auto found = find(muted, kind);
    if (found == muted.end())
        return;
    muted.erase(found);
    Q_EMIT changed(&connection);
}

bool MutedGroups::isMuted(const Connection& connection, const QByteArray& kind) const
{
    const MutedFailures& muted = all(connection);
    return find(muted, kind) != muted.end();
}

void MutedGroups::observe(const Connection* connection, const QByteArray& kind, TimePoint last)
{
    if (!connection)
        return;
    const MutedFailures& muted = all(*connection);
    const auto found = find(muted, kind);
    if (found != muted.end() && last > found->second)
        unmute(*connection, kind);
}

} // namespace dueline
