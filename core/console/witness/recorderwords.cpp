// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/recorderwords.h"

#include <map>

using namespace Qt::StringLiterals;

namespace dueline {

QString timesText(qint64 times) { return times == 1 ? u"once"_s : u"%1 times"_s.arg(groupedNumber(times)); }

QString keysText(const ServerSample& before, const ServerSample& after)
{
    const auto from = before[ServerSample::Keys];
    const auto to = after[ServerSample::Keys];
    if (!from || !to)
        return {};
    return *from == *to ? u": keys unchanged at %1"_s.arg(groupedNumber(*to))
                        : u": keys %1 to %2"_s.arg(groupedNumber(*from), groupedNumber(*to));
}

const char* queueOperationText(const QByteArray& kind)
{
    static const std::map<QByteArray, const char*> texts{
        {"pause", QT_TRANSLATE_NOOP("LayoutWords", "The queue was paused")},
        {"resume", QT_TRANSLATE_NOOP("LayoutWords", "The queue was resumed")},
        {"settings", QT_TRANSLATE_NOOP("LayoutWords", "The settings of the queue were changed")},
        {"schedule", QT_TRANSLATE_NOOP("LayoutWords", "A recurring task was saved or enabled")},
        {"unschedule", QT_TRANSLATE_NOOP("LayoutWords", "A recurring task was removed or disabled")},
    };
    const auto text = texts.find(kind);
    return text == texts.end() ? nullptr : text->second;
}

} // namespace dueline
