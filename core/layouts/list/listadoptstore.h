// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/adoptstore.h"
#include "core/layouts/list/listspec.h"

namespace dueline {

/// Store that moves items out of a list, starting at the tail. List items have no due times.
class ListAdoptStore : public AdoptStore
{
public:
    ListAdoptStore(RedisClient& client, std::shared_ptr<const ListSpec> spec);

    Result<Count> count() override;
    Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) override;
    std::optional<TimePoint> dueOf(const HomeEntry&) const override { return {}; }
    bool isUntimed() const override { return true; }
    std::optional<Content> contentOf(const HomeEntry& entry) const override;

protected:
    QByteArray kind() const override { return "list"; }

private:
    std::shared_ptr<const ListSpec> m_list;
};

} // namespace dueline
