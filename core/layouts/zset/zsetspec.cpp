// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetspec.h"

#include "core/base/duration.h"
#include "core/layouts/custom/customlayout.h"
#include "core/layouts/port/layouttext.h"

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

QString ZsetSpec::severalSlots() const
{
    return locks() ? QStringLiteral("its lock keys are in other slots") : CustomSpec::severalSlots();
}

QString ZsetSpec::assign(QByteArrayView name, QByteArrayView value)
{
    if (name == "unit") {
        milliseconds = value == "ms";
        return value == "s" || value == "ms" ? QString() : QStringLiteral("needs unit=s or unit=ms.");
    }
    if (name == "lock") {
        lock = decodedPart(value, true);
        // If written as %10 to %1F, they would be read as the id and a character.
        if (std::any_of(lock.begin(), lock.end(), [](char c) { return c >= 0x10 && c <= 0x1f; }))
            return QStringLiteral("cannot have a lock with a control character from 0x10 to 0x1F.");
        return lock.count(idPlaceholder) == 1 ? QString()
                                              : QStringLiteral("needs a lock with one %1 for the id: lock=lock_%1.");
    }
    const auto length = parseDuration(QString::fromUtf8(value));
    const bool fits = length && *length >= shortestLock && *length <= longestLock;
    if (fits)
        lockFor = *length;
    return fits ? QString() : QStringLiteral("needs a lockfor between 1s and 1d: lockfor=60s.");
}

QString ZsetSpec::complete()
{
    if (!locks())
        lockFor = usualLock; // has no meaning without a lock, and is not written
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
