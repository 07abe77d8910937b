// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubwords.h"

using namespace Qt::StringLiterals;

namespace dueline::pubsubwords {

const char* usage() { return "keys that contain a time in seconds and are announced on a channel"; }

const char* keysUsage() { return "pattern of the task keys, as in SCAN: keys=job*; required"; }

const char* channelLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Channel"); }

const char* channelHint() { return QT_TRANSLATE_NOOP("LayoutWords", "the channel that new tasks are published on"); }

const char* keysLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Task keys"); }

const char* keysName() { return QT_TRANSLATE_NOOP("LayoutWords", "Task keys"); }

const char* keysHint() { return QT_TRANSLATE_NOOP("LayoutWords", "a pattern, e.g. job*"); }

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "SET and PUBLISH"); }

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "Each task is a key whose value is the due time. The key name is published on a channel.");
}

const char* runByOthers()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Runs the task when the message arrives, regardless of the time in the key; without a listener, the task "
        "never runs. The key is not removed.");
}

const char* runByDueline()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "Runs the task once, at the time in the key. The key is not removed.");
}

const char* runByBoth()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Every task runs twice: the design's own worker runs it when the message arrives, and Dueline's worker at its "
        "due time.");
}

QString messagesLost(const QString& channel)
{
    return u"Messages on the channel %1: programs that listen there are not notified of native tasks."_s.arg(channel);
}

const char* messagesLostInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords", "Messages on the channel %1: listeners are not notified of native tasks.");
}

QString runsMayRepeat()
{
    return u"Keys that are already due may have been run by a listener when their message arrived; they are moved as "
           u"well."_s;
}

const char* runsMayRepeatInWindow()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "A listener may already have run tasks that are due; these tasks are moved as well.");
}

QString noPayload() { return u"Tasks in the pubsub layout have no payload: a task is a key and its time."_s; }

QString patternDiffers(const QString& id, const QString& pattern)
{
    return u"\"%1\" does not match \"%2\", the pattern of the task keys."_s.arg(id, pattern);
}

const char* keyHasNoTime() { return "This key does not contain a time, so its task never runs."; }

QString keysAreElsewhere() { return u"its task keys are in many slots"_s; }

QString patternIsMissing() { return u"needs a pattern for the task keys, for example pubsub:CHANNEL?keys=job*."_s; }

} // namespace dueline::pubsubwords
