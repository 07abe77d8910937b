// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/base/jsontree.h"
#include "core/payload/messagepack.h"

namespace dueline::fuzz {

void messagepack(const QByteArray& input)
{
    constexpr qsizetype most = 20'000;
    const auto text = MessagePack::read(input, most);
    if (!text)
        return;
    FUZZ_HOLDS(text->size() <= most);
    FUZZ_HOLDS(JsonTree::parse(*text, nullptr, {4 * MessagePack::mostValues, 2 * MessagePack::mostDepth}).has_value());
    // The input is exactly one value, so any shorter or longer input is invalid.
    FUZZ_HOLDS(!MessagePack::read(input.chopped(1), most) && !MessagePack::read(input + '\xc0', most));
    const auto nested = MessagePack::read('\x91' + input, most);
    FUZZ_HOLDS(!nested || *nested == '[' + *text + ']');
}

} // namespace dueline::fuzz
