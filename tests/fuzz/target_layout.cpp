// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/names/layoutnames.h"
#include "tests/fuzz/targets.h"

#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/custom/customspec.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline::fuzz {

void layout(const QByteArray& input)
{
    const auto spec = parseLayout(QString::fromUtf8(input));
    if (!spec) {
        FUZZ_HOLDS(spec.error().code == ErrorCode::Usage && !spec.error().message.isEmpty());
        return;
    }
    const LayoutFacts facts = spec->facts();
    const QByteArray name = spec->type().name();
    if (name == "bull" || name == "bullmq" || name == "sidekiq") {
        const auto again = parseLayout(spec->text());
        FUZZ_HOLDS(again && *again == *spec);
    }
    if (!facts.queue)
        return;
    FUZZ_HOLDS(!facts.queue->isEmpty() && checkQueue(*spec, *facts.queue).ok());
    const auto again = parseLayout(spec->text());
    FUZZ_HOLDS(again && *again == *spec && again->text() == spec->text());
    // A dialog must show values exactly as written, and write them exactly as shown.
    const LayoutForm form = spec->type().forms().at(facts.form);
    const auto shown = parseLayout(layoutText(spec->type().name(), form, layoutValues(spec->text(), form)));
    FUZZ_HOLDS(shown && *shown == *spec);
    // Dueline's keys must never equal the design's, and the locks of two tasks must never share a key.
    const auto design = std::dynamic_pointer_cast<const CustomSpec>(again->parameters());
    FUZZ_HOLDS(design != nullptr);
    const QByteArray overlay = design->overlay("failed");
    FUZZ_HOLDS(overlay != design->key && overlay != design->overlay("trash"));
    if (const auto set = std::dynamic_pointer_cast<const ZsetSpec>(design); set && set->locks())
        FUZZ_HOLDS(set->lockKey("a") != set->lockKey("b"));
}

} // namespace dueline::fuzz
