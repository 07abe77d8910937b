// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/layouts/layoutregistry.h"

namespace dueline::fuzz {

void layout(const QByteArray& input)
{
    const auto spec = parseLayout(QString::fromUtf8(input));
    if (!spec) {
        FUZZ_HOLDS(spec.error().code == ErrorCode::Usage && !spec.error().message.isEmpty());
        return;
    }
    if (spec->kind != LayoutSpec::Kind::Handmade)
        return;
    const HandmadeSpec& design = spec->handmade;
    FUZZ_HOLDS(!design.key.isEmpty());
    FUZZ_HOLDS(design.design == HandmadeSpec::Design::Cron || !design.type.isEmpty());
    FUZZ_HOLDS(spec->checkQueue(design.key).ok());
    const auto again = parseHandmade(design.text());
    FUZZ_HOLDS(again && *again == design);
    // Keys of ours beside theirs are never theirs, and locks of two tasks are never the same key.
    FUZZ_HOLDS(design.twin("failed") != design.key && design.twin("failed") != design.twin("trash"));
    if (design.locks())
        FUZZ_HOLDS(design.lockKey("a") != design.lockKey("b"));
}

} // namespace dueline::fuzz
