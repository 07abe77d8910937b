// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/layouts/bull/repeatrow.h"

namespace dueline::fuzz {

void repeat(const QByteArray& input)
{
    const auto row = RepeatRow::parse(input);
    if (!row)
        return;
    FUZZ_HOLDS(row->text() == input);
    FUZZ_HOLDS(RepeatRow::parse(row->text()) == row);
    FUZZ_HOLDS(row->cron.isEmpty() != row->every.isEmpty());
    FUZZ_HOLDS(!row->expression().isEmpty());
    FUZZ_HOLDS(row->nextJob(fromMs(5)) != row->nextJob(fromMs(6)));
}

} // namespace dueline::fuzz
