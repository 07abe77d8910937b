// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/payload/unpack.h"

namespace dueline::fuzz {

void base64(const QByteArray& input)
{
    constexpr qsizetype most = 20'000;
    const Unpacked whole = base64Unpacked(input, most);
    FUZZ_HOLDS(whole.bytes.size() <= most);
    FUZZ_HOLDS(whole.end != Unpacked::End::Cut || whole.bytes.size() == most);
    // A smaller limit returns the beginning of the full result.
    for (const qsizetype less : {qsizetype(0), whole.bytes.size() / 2}) {
        const Unpacked part = base64Unpacked(input, less);
        FUZZ_HOLDS(part.bytes.size() <= less && whole.bytes.startsWith(part.bytes));
        FUZZ_HOLDS(whole.bytes.size() <= less || part.end == Unpacked::End::Cut);
    }
    const Unpacked own = base64Unpacked(input.toBase64(), input.size());
    FUZZ_HOLDS(own.end == Unpacked::End::Whole && own.bytes == input);
    const Unpacked url
        = base64Unpacked(input.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals), input.size());
    FUZZ_HOLDS(url.end == Unpacked::End::Whole && url.bytes == input);
}

} // namespace dueline::fuzz
