// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/queue/cronschedule.h"

namespace dueline::fuzz {

void cron(const QByteArray& input)
{
    const qsizetype line = input.indexOf('\n');
    const QByteArray expression = line < 0 ? input : input.left(line);
    const QByteArray zone = line < 0 ? QByteArray() : input.mid(line + 1).left(64);
    const auto schedule = CronSchedule::parse(expression, zone);
    if (!schedule) {
        FUZZ_HOLDS(schedule.error().code == ErrorCode::Usage && !schedule.error().message.isEmpty());
        return;
    }
    const auto again = CronSchedule::parse(schedule->expression(), schedule->zone());
    FUZZ_HOLDS(again && *again == *schedule);
    for (const qint64 start : {951'782'400'000, 1'774'749'599'999, 1'792'886'400'001, 4'102'444'800'000}) {
        TimePoint before = fromMs(start);
        for (const TimePoint at : schedule->next(before, 3)) {
            FUZZ_HOLDS(at > before && at != TimePoint::max());
            // The search must find the instant from any earlier starting point.
            FUZZ_HOLDS(schedule->next(at - Millis(1)) == at);
            FUZZ_HOLDS(schedule->next(before + (at - before) / 2) == at); // there is no instant in between
            before = at;
        }
        const auto last = schedule->last(before, Millis(60'000));
        FUZZ_HOLDS(last == before);
    }
}

} // namespace dueline::fuzz
