// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/adoptstore.h"
#include "core/layouts/pubsub/pubsubspec.h"

namespace dueline {

/// Store that moves entries out of a design whose tasks are keys. Excludes tasks that Dueline is running or has run.
class PubsubAdoptStore : public AdoptStore
{
public:
    PubsubAdoptStore(RedisClient& client, std::shared_ptr<const PubsubSpec> spec);

    Result<Count> count() override;
    Result<std::vector<HomeEntry>> read(qint64 skip, int limit, QByteArray& cursor) override;
    bool isWalked() const override { return true; }
    std::optional<TimePoint> dueOf(const HomeEntry& entry) const override { return timeOf(entry.score, false); }

protected:
    QByteArray kind() const override { return "string"; }

private:
    std::shared_ptr<const PubsubSpec> m_pattern;
};

} // namespace dueline
