// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/base/typedinstant.h"
#include "core/queue/retrypolicy.h"

#include <QTimeZone>

namespace dueline::fuzz {

void duration(const QByteArray& input)
{
    const QString text = QString::fromUtf8(input);
    if (const auto signedOne = parseDuration(text, true)) {
        const auto again = parseDuration(formatDuration(*signedOne), true);
        FUZZ_HOLDS(again && *again == *signedOne);
    }
    if (const auto plain = parseDuration(text)) {
        FUZZ_HOLDS(plain->count() >= 0);
        const auto again = parseDuration(text, true);
        FUZZ_HOLDS(again && *again == *plain);
    } else {
        FUZZ_HOLDS(plain.error().code == ErrorCode::Usage);
    }
    if (const auto instant = parseInstant(text)) {
        // An offset may lead to a year before year 1, which formatInstant() can't write.
        const auto again = parseInstant(formatInstant(*instant));
        FUZZ_HOLDS(toMs(*instant) < -62'135'596'800'000 || (again && *again == *instant));
    }
    static const QTimeZone berlin("Europe/Berlin");
    const TimePoint now = fromMs(1'780'000'000'123);
    if (const auto typed = parseTypedInstant(text, berlin, now)) {
        const auto exact = parseInstant(text); // text for an exact instant must be parsed as that instant here too
        FUZZ_HOLDS(!exact || *exact == typed->at);
    } else {
        FUZZ_HOLDS(typed.error().code == ErrorCode::Usage);
    }
    if (const auto backoff = parseBackoff(text)) {
        const auto again = parseBackoff(formatBackoff(*backoff));
        FUZZ_HOLDS(again && *again == *backoff);
        for (const int attempt : {1, 2, 3, 64, 1000}) {
            FUZZ_HOLDS(backoff->delayAfter(attempt) >= Millis(0));
            FUZZ_HOLDS(backoff->kind == Backoff::Kind::List
                || backoff->delayAfter(attempt + 1) >= backoff->delayAfter(attempt));
        }
    }
    // Printed bytes from an untrusted source must neither move the cursor nor change the reading direction.
    for (const QChar c : printable(input))
        FUZZ_HOLDS(c.category() != QChar::Other_Control && c.category() != QChar::Other_Format);
}

} // namespace dueline::fuzz
