// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/openhandmade.h"

namespace dueline {

Result<std::unique_ptr<Backend>> openHandmade(
    const HandmadeSpec& spec, const RedisConfig&, const QByteArray&, Access)
{
    return Error{ErrorCode::NotSupported,
        QStringLiteral("This build cannot open the layout %1 yet.").arg(QLatin1StringView(designName(spec.design)))};
}

} // namespace dueline
