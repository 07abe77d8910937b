// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/layouts/list/resendmessage.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline::fuzz {

void message(const QByteArray& input)
{
    const TimePoint now = fromMs(1'780'000'000'123);
    if (const auto made = ResendMessage::write(input, now, 5)) {
        const auto read = ResendMessage::read(*made);
        FUZZ_HOLDS(read && read->message() == input && read->retryCount() == 0);
    }
    const auto message = ResendMessage::read(input);
    if (!message)
        return;
    const QByteArray again = message->sentAgain(now);
    const auto next = ResendMessage::read(again);
    FUZZ_HOLDS(next && next->message() == message->message());
    FUZZ_HOLDS(next->retryCount() == message->retryCount() + 1);
    FUZZ_HOLDS(next->timestamp() <= now && next->timestamp() > now - Millis(1000));
    // No other member may change.
    QJsonObject before = QJsonDocument::fromJson(input).object();
    QJsonObject after = QJsonDocument::fromJson(again).object();
    for (const char* changed : {"timestamp", "retry_count"}) {
        before.remove(QLatin1String(changed));
        after.remove(QLatin1String(changed));
    }
    FUZZ_HOLDS(before == after);
}

} // namespace dueline::fuzz
