// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// English strings of the sorted set layouts. LayoutWords translates the strings of type `const char*`.
namespace dueline::zsetwords {

// Strings for the `zset` layout, without and with lock keys
const char* setUsage();
const char* unitUsage();
const char* lockUsage();
const char* lockForUsage();
const char* unitName();
const char* unitSeconds();
const char* unitMilliseconds();
const char* polledTitle();
const char* polledExplanation();
const char* polledByOthers();
const char* lockLabel();
const char* lockHint();
const char* lockIsMissing();
const char* lockForLead();
const char* lockForName();
const char* lockForHint();
const char* lockedTitle();
const char* lockedExplanation();
const char* lockedByOthers();
const char* lockedByDueline();
const char* lockedByBoth();

// Strings for the `cron` layout
const char* cronUsage();
const char* cronTitle();
const char* cronExplanation();
const char* cronByOthers();

// Strings for both layouts
const char* leasedByDueline();
const char* unmarkedByBoth();

// Strings about adding tasks, and about data that an adoption loses
const char* payloadHint();
QString namesLost();
const char* namesLostInWindow();
QString locksLost();
const char* locksLostInWindow();
QString timesLost();
const char* timesLostInWindow();
QString cronHasNoPayload();
QString cronHasNoId();
QString payloadIsLong(const QString& id);

// Strings about the evidence for a suggested layout: `fitting` of `looked` sampled members look as expected
QString membersAreTimed(int fitting, int looked);
const char* membersAreTimedInWindow();
QString scoresAreTimes(int fitting, int looked, bool milliseconds);
QString locksAreSeen(qint64 locks, const QString& pattern);
const char* locksAreSeenInWindow();
QString noLockIsSeen();
const char* noLockIsSeenInWindow();

// Reasons why a `--layout` is invalid, for portwords::wrongLayout()
QString locksAreElsewhere();
QString unitIsWrong();
QString lockIsUnwritable();
QString lockIsWrong();
QString lockForIsWrong();

} // namespace dueline::zsetwords
