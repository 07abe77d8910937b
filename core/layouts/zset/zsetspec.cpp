// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetspec.h"

#include "core/base/duration.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/zset/zsetwords.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr Millis shortestLock{1'000};
constexpr Millis longestLock{24LL * 3600 * 1000};

} // namespace

bool ZsetSpec::isCron() const { return name() == "cron"; }

QByteArray ZsetSpec::lockKey(QByteArrayView id) const
{
    const qsizetype at = lock.indexOf(idPlaceholder);
    return lock.left(at) + id.toByteArray() + lock.mid(at + idPlaceholder.size());
}

QString ZsetSpec::severalSlots() const { return locks() ? zsetwords::locksAreElsewhere() : CustomSpec::severalSlots(); }

QString ZsetSpec::assign(QByteArrayView name, QByteArrayView value)
{
    if (name == "unit") {
        milliseconds = value == "ms";
        return value == "s" || value == "ms" ? QString() : zsetwords::unitIsWrong();
    }
    if (name == "lock") {
        lock = decodedPart(value, true);
        // Reject the characters 0x10 to 0x1F. They would be encoded as %10 to %1F, and then parsed as the id (`%1`) and
        // another character.
        if (std::any_of(lock.begin(), lock.end(), [](char c) { return c >= 0x10 && c <= 0x1f; }))
            return zsetwords::lockIsUnwritable();
        return lock.count(idPlaceholder) == 1 ? QString() : zsetwords::lockIsWrong();
    }
    const auto length = parseDuration(QString::fromUtf8(value));
    const bool fits = length && *length >= shortestLock && *length <= longestLock;
    if (fits)
        lockFor = *length;
    return fits ? QString() : zsetwords::lockForIsWrong();
}

QString ZsetSpec::complete()
{
    if (!locks())
        lockFor = usualLock; // has no effect without a lock; reset it so that the text omits it
    return {};
}

QStringList ZsetSpec::parameterTexts() const
{
    QStringList texts;
    if (milliseconds)
        texts << QStringLiteral("unit=ms");
    if (locks()) {
        texts << QStringLiteral("lock=") + encodedPart(lock, true);
        if (lockFor != usualLock)
            texts << QStringLiteral("lockfor=") + formatDuration(lockFor);
    }
    return texts;
}

} // namespace dueline
