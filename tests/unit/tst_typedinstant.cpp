// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/base/typedinstant.h"

#include <QTest>
#include <QTimeZone>

#include <iterator>

using namespace dueline;

namespace {

struct Typed
{
    const char16_t* text;
    const char16_t* now;
    const char* zone;
    const char16_t* meant;
};

/// Times typed at 10:00 on a Wednesday, or at noon on the day before a clock change. The expected instants come from
/// another program with the same rules for skipped and repeated times.
constexpr Typed typedTimes[]{
    {u"tomorrow", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T16:00:00Z"},
    {u"tomorrow", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T23:00:00Z"},
    {u"tomorrow", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T05:00:00Z"},
    {u"tomorrow 9", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T01:00:00Z"},
    {u"tomorrow 9", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T08:00:00Z"},
    {u"tomorrow 9", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T14:00:00Z"},
    {u"Tomorrow at 9:30pm", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T13:30:00Z"},
    {u"Tomorrow at 9:30pm", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T20:30:00Z"},
    {u"Tomorrow at 9:30pm", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-27T02:30:00Z"},
    {u"9am tomorrow", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T01:00:00Z"},
    {u"9am tomorrow", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T08:00:00Z"},
    {u"9am tomorrow", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T14:00:00Z"},
    {u"today 17:30", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T09:30:00Z"},
    {u"today 17:30", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T16:30:00Z"},
    {u"today 17:30", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T22:30:00Z"},
    {u"today", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-24T16:00:00Z"},
    {u"today", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-24T23:00:00Z"},
    {u"today", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T05:00:00Z"},
    {u"yesterday 12am", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-23T16:00:00Z"},
    {u"yesterday 12am", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-23T23:00:00Z"},
    {u"yesterday 12am", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-24T05:00:00Z"},
    {u"day after tomorrow 7", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T23:00:00Z"},
    {u"day after tomorrow 7", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-27T06:00:00Z"},
    {u"day after tomorrow 7", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-27T12:00:00Z"},
    {u"12pm", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"12pm", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"12pm", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"noon", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"noon", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"noon", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"tomorrow noon", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T04:00:00Z"},
    {u"tomorrow noon", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T11:00:00Z"},
    {u"tomorrow noon", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T17:00:00Z"},
    {u"09:00", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:00:00Z"},
    {u"09:00", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T08:00:00Z"},
    {u"09:00", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T14:00:00Z"},
    {u"9:05", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:05:00Z"},
    {u"9:05", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T08:05:00Z"},
    {u"9:05", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T14:05:00Z"},
    {u"23:59:59", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T15:59:59Z"},
    {u"23:59:59", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T22:59:59Z"},
    {u"23:59:59", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T04:59:59Z"},
    {u"mon 08:30", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-30T00:30:00Z"},
    {u"mon 08:30", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-30T07:30:00Z"},
    {u"mon 08:30", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-30T13:30:00Z"},
    {u"wed 08:30", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T00:30:00Z"},
    {u"wed 08:30", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T07:30:00Z"},
    {u"wed 08:30", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T13:30:00Z"},
    {u"Wednesday 10:01", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T02:01:00Z"},
    {u"Wednesday 10:01", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T09:01:00Z"},
    {u"Wednesday 10:01", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T15:01:00Z"},
    {u"sun", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-28T16:00:00Z"},
    {u"sun", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-28T23:00:00Z"},
    {u"sun", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-29T05:00:00Z"},
    {u"next monday 9am", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-30T01:00:00Z"},
    {u"next monday 9am", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-30T08:00:00Z"},
    {u"next monday 9am", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-30T14:00:00Z"},
    {u"next friday 9", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-12-04T01:00:00Z"},
    {u"next friday 9", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-12-04T08:00:00Z"},
    {u"next friday 9", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-12-04T14:00:00Z"},
    {u"this friday 9", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-27T01:00:00Z"},
    {u"this friday 9", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-27T08:00:00Z"},
    {u"this friday 9", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-27T14:00:00Z"},
    {u"this tues", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-23T16:00:00Z"},
    {u"this tues", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-23T23:00:00Z"},
    {u"this tues", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-24T05:00:00Z"},
    {u"2026-11-25 09:00:00", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:00:00Z"},
    {u"2026-11-25 09:00:00", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T08:00:00Z"},
    {u"2026-11-25 09:00:00", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T14:00:00Z"},
    {u"2026-11-26 9am", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T01:00:00Z"},
    {u"2026-11-26 9am", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T08:00:00Z"},
    {u"2026-11-26 9am", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T14:00:00Z"},
    {u"2026-12-01", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-30T16:00:00Z"},
    {u"2026-12-01", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-30T23:00:00Z"},
    {u"2026-12-01", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-12-01T05:00:00Z"},
    {u"2026-11-25T09:00", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:00:00Z"},
    {u"2026-11-25T09:00", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T08:00:00Z"},
    {u"2026-11-25T09:00", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T14:00:00Z"},
    {u"2026-11-25T09:00:00Z", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T09:00:00Z"},
    {u"2026-11-25T09:00:00Z", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T09:00:00Z"},
    {u"2026-11-25T09:00:00Z", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T09:00:00Z"},
    {u"2026-11-25 09:00:00 UTC+8", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:00:00Z"},
    {u"2026-11-25 09:00:00 UTC+8", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T01:00:00Z"},
    {u"2026-11-25 09:00:00 UTC+8", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T01:00:00Z"},
    {u"1795248000000", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-21T08:00:00Z"},
    {u"1795248000000", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-21T08:00:00Z"},
    {u"1795248000000", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-21T08:00:00Z"},
    {u"now", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T02:00:00Z"},
    {u"now", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T09:00:00Z"},
    {u"now", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T15:00:00Z"},
    {u"+2h", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"+2h", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"+2h", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"2h", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"2h", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"2h", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"in 2 hours", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"in 2 hours", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"in 2 hours", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"in 1 hour 5 min", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T03:05:00Z"},
    {u"in 1 hour 5 min", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T10:05:00Z"},
    {u"in 1 hour 5 min", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T16:05:00Z"},
    {u"1 week", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-12-02T02:00:00Z"},
    {u"1 week", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-12-02T09:00:00Z"},
    {u"1 week", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-12-02T15:00:00Z"},
    {u"2w1d", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-12-10T02:00:00Z"},
    {u"2w1d", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-12-10T09:00:00Z"},
    {u"2w1d", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-12-10T15:00:00Z"},
    {u"5 min ago", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:55:00Z"},
    {u"5 min ago", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T08:55:00Z"},
    {u"5 min ago", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T14:55:00Z"},
    {u"-1d", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-24T02:00:00Z"},
    {u"-1d", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-24T09:00:00Z"},
    {u"-1d", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-24T15:00:00Z"},
    {u"明天 9点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T01:00:00Z"},
    {u"明天 9点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T08:00:00Z"},
    {u"明天 9点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T14:00:00Z"},
    {u"明天", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T16:00:00Z"},
    {u"明天", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T23:00:00Z"},
    {u"明天", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T05:00:00Z"},
    {u"后天 下午3点半", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-27T07:30:00Z"},
    {u"后天 下午3点半", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-27T14:30:00Z"},
    {u"后天 下午3点半", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-27T20:30:00Z"},
    {u"大后天8点一刻", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-28T00:15:00Z"},
    {u"大后天8点一刻", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-28T07:15:00Z"},
    {u"大后天8点一刻", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-28T13:15:00Z"},
    {u"周一 08:30", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-30T00:30:00Z"},
    {u"周一 08:30", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-30T07:30:00Z"},
    {u"周一 08:30", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-30T13:30:00Z"},
    {u"周三 08:30", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T00:30:00Z"},
    {u"周三 08:30", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T07:30:00Z"},
    {u"周三 08:30", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T13:30:00Z"},
    {u"下周五9点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-12-04T01:00:00Z"},
    {u"下周五9点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-12-04T08:00:00Z"},
    {u"下周五9点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-12-04T14:00:00Z"},
    {u"本周五 9点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-27T01:00:00Z"},
    {u"本周五 9点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-27T08:00:00Z"},
    {u"本周五 9点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-27T14:00:00Z"},
    {u"星期天 十二点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-29T04:00:00Z"},
    {u"星期天 十二点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-29T11:00:00Z"},
    {u"星期天 十二点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-29T17:00:00Z"},
    {u"周一一点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-29T17:00:00Z"},
    {u"周一一点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-30T00:00:00Z"},
    {u"周一一点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-30T06:00:00Z"},
    {u"今晚八点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T12:00:00Z"},
    {u"今晚八点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T19:00:00Z"},
    {u"今晚八点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T01:00:00Z"},
    {u"明早7点20分", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T23:20:00Z"},
    {u"明早7点20分", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T06:20:00Z"},
    {u"明早7点20分", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T12:20:00Z"},
    {u"上午9:15", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:15:00Z"},
    {u"上午9:15", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T08:15:00Z"},
    {u"上午9:15", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T14:15:00Z"},
    {u"中午", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"中午", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"中午", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"中午1点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T05:00:00Z"},
    {u"中午1点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T12:00:00Z"},
    {u"中午1点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T18:00:00Z"},
    {u"昨天 凌晨12点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-23T16:00:00Z"},
    {u"昨天 凌晨12点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-23T23:00:00Z"},
    {u"昨天 凌晨12点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-24T05:00:00Z"},
    {u"11月26日 9点", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-26T01:00:00Z"},
    {u"11月26日 9点", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-26T08:00:00Z"},
    {u"11月26日 9点", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-26T14:00:00Z"},
    {u"1月5日", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2027-01-04T16:00:00Z"},
    {u"1月5日", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2027-01-04T23:00:00Z"},
    {u"1月5日", u"2026-11-25T15:00:00Z", "America/New_York", u"2027-01-05T05:00:00Z"},
    {u"2026年12月1日 21:00", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-12-01T13:00:00Z"},
    {u"2026年12月1日 21:00", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-12-01T20:00:00Z"},
    {u"2026年12月1日 21:00", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-12-02T02:00:00Z"},
    {u"2小时后", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"2小时后", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"2小时后", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"半小时后", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T02:30:00Z"},
    {u"半小时后", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T09:30:00Z"},
    {u"半小时后", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T15:30:00Z"},
    {u"两个小时后", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"两个小时后", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"两个小时后", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"十分钟之后", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T02:10:00Z"},
    {u"十分钟之后", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T09:10:00Z"},
    {u"十分钟之后", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T15:10:00Z"},
    {u"3天后", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-28T02:00:00Z"},
    {u"3天后", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-28T09:00:00Z"},
    {u"3天后", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-28T15:00:00Z"},
    {u"1小时30分钟后", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T03:30:00Z"},
    {u"1小时30分钟后", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T10:30:00Z"},
    {u"1小时30分钟后", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T16:30:00Z"},
    {u"五分钟前", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T01:55:00Z"},
    {u"五分钟前", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T08:55:00Z"},
    {u"五分钟前", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T14:55:00Z"},
    {u"２小时后", u"2026-11-25T02:00:00Z", "Asia/Shanghai", u"2026-11-25T04:00:00Z"},
    {u"２小时后", u"2026-11-25T09:00:00Z", "Europe/Berlin", u"2026-11-25T11:00:00Z"},
    {u"２小时后", u"2026-11-25T15:00:00Z", "America/New_York", u"2026-11-25T17:00:00Z"},
    {u"tomorrow 2:30", u"2026-10-24T10:00:00Z", "Europe/Berlin", u"2026-10-25T00:30:00Z"},
    {u"tomorrow 1:59", u"2026-10-24T10:00:00Z", "Europe/Berlin", u"2026-10-24T23:59:00Z"},
    {u"tomorrow 3:00", u"2026-10-24T10:00:00Z", "Europe/Berlin", u"2026-10-25T02:00:00Z"},
    {u"明天 2点半", u"2026-10-24T10:00:00Z", "Europe/Berlin", u"2026-10-25T00:30:00Z"},
    {u"24h", u"2026-10-24T10:00:00Z", "Europe/Berlin", u"2026-10-25T10:00:00Z"},
    {u"sun 02:00", u"2026-10-24T10:00:00Z", "Europe/Berlin", u"2026-10-25T00:00:00Z"},
    {u"2026-10-25 02:59:59", u"2026-10-24T10:00:00Z", "Europe/Berlin", u"2026-10-25T00:59:59Z"},
    {u"tomorrow 1:30", u"2026-10-31T16:00:00Z", "America/New_York", u"2026-11-01T05:30:00Z"},
    {u"tomorrow 2am", u"2026-10-31T16:00:00Z", "America/New_York", u"2026-11-01T07:00:00Z"},
    {u"周日 1点半", u"2026-10-31T16:00:00Z", "America/New_York", u"2026-11-01T05:30:00Z"},
    {u"in 24 hours", u"2026-10-31T16:00:00Z", "America/New_York", u"2026-11-01T16:00:00Z"},
    {u"tomorrow 2:30", u"2027-03-27T11:00:00Z", "Europe/Berlin", u"2027-03-28T01:30:00Z"},
    {u"tomorrow 1:59", u"2027-03-27T11:00:00Z", "Europe/Berlin", u"2027-03-28T00:59:00Z"},
    {u"tomorrow 3:00", u"2027-03-27T11:00:00Z", "Europe/Berlin", u"2027-03-28T01:00:00Z"},
    {u"明天 2点", u"2027-03-27T11:00:00Z", "Europe/Berlin", u"2027-03-28T01:00:00Z"},
    {u"1天后", u"2027-03-27T11:00:00Z", "Europe/Berlin", u"2027-03-28T11:00:00Z"},
    {u"next sun 2:30", u"2027-03-27T11:00:00Z", "Europe/Berlin", u"2027-04-04T00:30:00Z"},
    {u"tomorrow 2:30", u"2027-03-13T17:00:00Z", "America/New_York", u"2027-03-14T07:30:00Z"},
    {u"sunday 2:15am", u"2027-03-13T17:00:00Z", "America/New_York", u"2027-03-14T07:15:00Z"},
    {u"明天凌晨2点", u"2027-03-13T17:00:00Z", "America/New_York", u"2027-03-14T07:00:00Z"},
    {u"tomorrow", u"2027-03-13T17:00:00Z", "America/New_York", u"2027-03-14T05:00:00Z"},
};

} // namespace

class TestTypedInstant : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsTypedMeansOneInstantInEachZone()
    {
        int wrong = 0;
        for (const Typed& typed : typedTimes) {
            const auto now = parseInstant(QStringView(typed.now));
            const auto meant = parseInstant(QStringView(typed.meant));
            QVERIFY(now && meant);
            const auto read = parseTypedInstant(QStringView(typed.text), QTimeZone(typed.zone), *now);
            if (read && read->at == *meant)
                continue;
            ++wrong;
            qWarning() << QStringView(typed.text) << typed.zone << "is"
                       << (read ? formatInstant(read->at) : read.error().message) << "instead of"
                       << QStringView(typed.meant);
        }
        QCOMPARE(wrong, 0);
        QVERIFY(std::size(typedTimes) >= 200);
    }

    void whatIsNotClearIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "9", "tomorrow 25", "tomorrow 9:60", "13pm", "0am", "tomorrow 9 9", "someday",
                 "mon tue", "next", "next 9", "in", "in 2", "2h ago 1h", "1m1h", "1h1h", "tomorrow tomorrow",
                 "2026-02-29 9:00", "2026-11-25 9", "99999999w", "1764061200", "20261125", "晚上12点", "明天25点",
                 "2月30日", "tomorrow midnight", "tonight 12", "tonight 9am", "utc", "5m utc", "feb 30",
                 "tomorrow 9 utc+25", "下周三点", "明天明天", "小时后", "2小时前后", "上午12点", "tomorrow 1764061200"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }
    void whatIsNotClearIsRefused()
    {
        QFETCH(QString, text);
        const auto read = parseTypedInstant(text, QTimeZone("Europe/Berlin"), *parseInstant(u"2026-11-25T09:00:00Z"));
        QVERIFY2(!read, qPrintable(read ? formatInstant(read->at) : QString()));
        QCOMPARE(read.error().code, ErrorCode::Usage);
    }
};

QTEST_APPLESS_MAIN(TestTypedInstant)
#include "tst_typedinstant.moc"
