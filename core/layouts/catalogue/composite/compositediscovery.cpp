// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositediscovery.h"

namespace dueline {

std::vector<QueueDiscovery*> CompositeDiscovery::searches() const
{
    std::vector<QueueDiscovery*> searches;
    for (const CompositeRoutes::Child& child : m_routes.children()) {
        if (QueueDiscovery* search = child.backend ? child.backend->discovery() : nullptr)
            searches.push_back(search);
    }
    return searches;
}

Result<bool> CompositeDiscovery::step()
{
    bool isOpened = true;
    for (QueueDiscovery* search : searches()) {
        const auto stepped = search->step();
        if (!stepped)
            return stepped;
        isOpened = isOpened && *stepped;
    }
    return isOpened;
}

DiscoveryState CompositeDiscovery::state() const
{
    std::optional<DiscoveryState> all;
    for (const QueueDiscovery* search : searches()) {
        const DiscoveryState one = search->state();
        if (!all) {
            all = one;
            continue;
        }
        const bool isBehind = !one.isRound && (all->isRound || one.lookedAt < all->lookedAt);
        if (isBehind) {
            all->lookedAt = one.lookedAt;
            all->keys = one.keys;
        }
        all->isRound = all->isRound && one.isRound;
        all->isForbidden = all->isForbidden || one.isForbidden;
        all->isCut = all->isCut || one.isCut;
        all->waiting += one.waiting;
        all->unread.insert(one.unread.begin(), one.unread.end());
        all->skippedLists.insert(one.skippedLists.begin(), one.skippedLists.end());
        all->found += one.found;
    }
    return all.value_or(DiscoveryState());
}

} // namespace dueline
