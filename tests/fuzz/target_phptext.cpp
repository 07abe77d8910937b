// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/base/jsontree.h"
#include "core/payload/phptext.h"

namespace dueline::fuzz {

void phptext(const QByteArray& input)
{
    const auto text = PhpText::read(input);
    if (!text)
        return;
    FUZZ_HOLDS(text->size() <= PhpText::mostText);
    FUZZ_HOLDS(JsonTree::parse(*text, nullptr, {4 * PhpText::mostValues, 2 * PhpText::mostDepth}).has_value());
    // The input is exactly one value, so any shorter or longer input is invalid.
    FUZZ_HOLDS(!PhpText::read(input.chopped(1)) && !PhpText::read(input + ';') && !PhpText::read(input + input));
    const auto nested = PhpText::read("a:1:{i:0;" + input + '}');
    FUZZ_HOLDS(!nested || *nested == '[' + *text + ']');
}

} // namespace dueline::fuzz
