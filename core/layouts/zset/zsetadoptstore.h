// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/adoptstore.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline {

/// Store that takes members from a sorted set scored by time, except members that a worker has locked.
class ZsetAdoptStore : public AdoptStore
{
public:
    ZsetAdoptStore(RedisClient& client, std::shared_ptr<const ZsetSpec> spec);

    Result<Count> count() override;
    Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) override;
    std::optional<TimePoint> dueOf(const HomeEntry& entry) const override;
    std::optional<Content> contentOf(const HomeEntry& entry) const override;

protected:
    QByteArray kind() const override { return "zset"; }
    QByteArray lockOf(const HomeEntry& entry) const override;

private:
    std::shared_ptr<const ZsetSpec> m_set;
};

} // namespace dueline
