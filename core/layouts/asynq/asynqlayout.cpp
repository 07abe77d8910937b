// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqlayout.h"

#include "core/layouts/detection.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

class AsynqLayout : public LayoutType
{
public:
    QByteArray name() const override { return "asynq"; }
    bool isReadable() const override { return false; }

    Result<> detect(Detection& detection) const override
    {
        const auto names = detection.members("asynq:queues");
        if (!names)
            return names.error();
        for (const QByteArray& queue : *names) {
            const QByteArray base = "asynq:{" + queue + "}:";
            const auto added = detection.add("asynq", queue,
                {{"LLEN", base + "pending"}, {"LLEN", base + "active"}, {"ZCARD", base + "scheduled"},
                    {"ZCARD", base + "retry"}, {"ZCARD", base + "archived"}});
            if (!added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys&) const override { return key.startsWith("asynq:"); }
};

} // namespace

const LayoutType& asynqLayout()
{
    static const AsynqLayout layout;
    return layout;
}

} // namespace dueline
