// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/openhandmade.h"

#include "core/layouts/handmade/handmadebackend.h"
#include "core/layouts/list/listparts.h"
#include "core/layouts/pubsub/pubsubparts.h"
#include "core/layouts/zset/zsetparts.h"

namespace dueline {

Result<std::unique_ptr<Backend>> openHandmade(
    const HandmadeSpec& spec, const RedisConfig& redis, const QByteArray& session, Access access)
{
    const auto lane = std::make_shared<RedisLane>(redis, access);
    switch (spec.design) {
    case HandmadeSpec::Design::Cron:
    case HandmadeSpec::Design::Zset:
        return HandmadeBackend::open(spec, zsetParts(spec), lane, session, access);
    case HandmadeSpec::Design::List:
    case HandmadeSpec::Design::Resend:
        return HandmadeBackend::open(spec, listParts(spec), lane, session, access);
    case HandmadeSpec::Design::Pubsub:
        return HandmadeBackend::open(spec, pubsubParts(spec), lane, session, access);
    }
    return Error{ErrorCode::NotSupported,
        QStringLiteral("This build cannot open the layout %1 yet.").arg(QLatin1StringView(designName(spec.design)))};
}

} // namespace dueline
