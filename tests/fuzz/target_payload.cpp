// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/payload/payloadreader.h"

namespace dueline::fuzz {

void payload(const QByteArray& input)
{
    const PayloadReading found = PayloadReader().read(input);
    FUZZ_HOLDS(found.text.size() <= PayloadReader::mostBytes);
    FUZZ_HOLDS(found.applies() || (found.text.isEmpty() && found.end == PayloadReading::End::Whole));
    FUZZ_HOLDS(found.layers.size() <= PayloadReader::mostFound + 1);
    // Explicitly selecting the detected layers must produce the same result.
    if (!found.applies())
        return;
    ReaderChoice choice;
    choice.kind = ReaderChoice::Kind::Layers;
    choice.layers = found.layers;
    const auto again = ReaderChoice::parse(choice.text());
    const auto reader = again ? PayloadReader::make(*again) : Result<PayloadReader>(again.error());
    FUZZ_HOLDS(reader.ok());
    const PayloadReading chosen = reader->read(input);
    FUZZ_HOLDS(chosen.text == found.text && chosen.layers == found.layers && chosen.end == found.end);
}

} // namespace dueline::fuzz
