// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/payload/unpack.h"

namespace dueline::fuzz {

void zlib(const QByteArray& input)
{
    constexpr qsizetype most = 20'000;
    const Unpacked whole = zlibUnpacked(input, most);
    FUZZ_HOLDS(whole.bytes.size() <= most);
    FUZZ_HOLDS(whole.end != Unpacked::End::Cut || whole.bytes.size() == most);
    // A smaller limit returns the beginning of the full result.
    for (const qsizetype less : {qsizetype(0), whole.bytes.size() / 2}) {
        const Unpacked part = zlibUnpacked(input, less);
        FUZZ_HOLDS(part.bytes.size() <= less && whole.bytes.startsWith(part.bytes));
        FUZZ_HOLDS(whole.bytes.size() <= less || part.end == Unpacked::End::Cut);
    }
    const Unpacked own = zlibUnpacked(qCompress(input).mid(4), input.size());
    FUZZ_HOLDS(input.isEmpty() || (own.end == Unpacked::End::Whole && own.bytes == input));
}

} // namespace dueline::fuzz
