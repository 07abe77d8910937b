// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/rq/rqlayout.h"

#include "core/layouts/detection.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

class RqLayout : public LayoutType
{
public:
    QByteArray name() const override { return "rq"; }
    bool isReadable() const override { return false; }

    Result<> detect(Detection& detection) const override
    {
        const auto keys = detection.members("rq:queues");
        if (!keys)
            return keys.error();
        const QByteArray beginning = "rq:queue:";
        for (const QByteArray& key : *keys) {
            if (!key.startsWith(beginning))
                continue;
            const QByteArray queue = key.mid(beginning.size());
            const auto added = detection.add("RQ", queue,
                {{"LLEN", key}, {"ZCARD", "rq:scheduled:" + queue}, {"ZCARD", "rq:wip:" + queue},
                    {"ZCARD", "rq:failed:" + queue}, {"ZCARD", "rq:deferred:" + queue}});
            if (!added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys&) const override { return key.startsWith("rq:"); }
};

} // namespace

const LayoutType& rqLayout()
{
    static const RqLayout layout;
    return layout;
}

} // namespace dueline
