// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/check/samplecommands.h"
#include "core/layouts/described/description.h"
#include "tests/fuzz/targets.h"

namespace dueline::fuzz {

void description(const QByteArray& input)
{
    const auto read = Description::parse(input);
    if (!read) {
        FUZZ_HOLDS(read.error().code == ErrorCode::Usage && read.error().message.startsWith(QStringLiteral("line ")));
        return;
    }
    FUZZ_HOLDS(!read->name.isEmpty() && !read->places.empty() && read->places.size() <= Description::mostPlaces);
    const auto commands = sampleCommands(*read);
    FUZZ_HOLDS(commands || commands.error().code == ErrorCode::Usage);
    for (const DescribedPlace& place : read->places) {
        FUZZ_HOLDS(!place.key.beginning().startsWith("dueline:"));
        // Rendering the values parsed from a member must reproduce the member.
        for (const QByteArray& member : {QByteArray("a_1:b{c}7.5"), input.left(40)}) {
            const auto values = place.packed.isEmpty() ? place.member.match(member) : place.packed.match(member);
            const bool hasFloat = place.packed != PackedMember(); // the same number can be written in several ways
            if (values && !hasFloat)
                FUZZ_HOLDS(place.member.render(*values) == member);
            else if (values)
                FUZZ_HOLDS(place.packed.render(*values).has_value());
        }
        if (const auto pattern = KeyPattern::parse(place.key.text()))
            FUZZ_HOLDS(*pattern == place.key);
    }
}

} // namespace dueline::fuzz
