// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/customwords.h"

using namespace Qt::StringLiterals;

namespace dueline::customwords {

const char* keyLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Key"); }

const char* keyHint() { return QT_TRANSLATE_NOOP("LayoutWords", "the key's name, as in redis-cli"); }

const char* typeLabel() { return QT_TRANSLATE_NOOP("LayoutWords", "Type"); }

const char* typeHint() { return QT_TRANSLATE_NOOP("LayoutWords", "selects the handler; default: the key name"); }

const char* typeUsage() { return "type of all tasks (the key's name)"; }

QString laterTasksLost()
{
    return u"Producers and workers of the design: tasks that they add to the key later will not be in the native "
           u"queue."_s;
}

const char* laterTasksLostInWindow()
{
    return QT_TRANSLATE_NOOP("LayoutWords",
        "Tasks that producers add to the key later will not be in the native queue, so switch the producers to "
        "that queue.");
}

QString clusterIsUnsupported(const QString& layout, const QString& reason)
{
    return u"The %1 layout cannot be opened on a Redis Cluster: %2."_s.arg(layout, reason);
}

QString keyHasBraces()
{
    return u"Dueline's keys cannot be in the same slot as this key, because of the braces in its name"_s;
}

QString isOneQueue(const QString& layout, const QString& queue, const QString& other)
{
    return u"The only queue in the %1 layout is \"%2\"; there is no \"%3\"."_s.arg(layout, queue, other);
}

QString noExpiry(const QString& layout) { return u"Tasks in the %1 layout cannot expire."_s.arg(layout); }

QString optionIsUnsupported(const QString& layout, const QString& option)
{
    return u"A task in the %1 layout cannot store %2; set it for the queue instead."_s.arg(layout, option);
}

const char* ownAttempts() { return "its own number of attempts"; }

const char* ownBackoff() { return "its own backoff"; }

const char* ownLease() { return "its own lease"; }

const char* ownExpiry() { return "an expiry"; }

const char* ownResult() { return "a kept result"; }

QString noUniqueKeys(const QString& layout)
{
    return u"The %1 layout does not support unique keys; add the task without one."_s.arg(layout);
}

QString typeIsFixed(const QString& queue, const QString& type, const QString& other)
{
    return u"All tasks in \"%1\" have the type \"%2\", so \"%3\" cannot be added."_s.arg(queue, type, other);
}

QString keyIsMissing(const QString& layout) { return u"needs the name of its key: %1:KEY."_s.arg(layout); }

QString keyIsLong() { return u"has a key of more than 1024 bytes."_s; }

QString parameterIsEmpty(const QString& parameter) { return u"has an empty %1."_s.arg(parameter); }

QString parameterIsUnknown(const QString& parameter, const QString& known)
{
    const QString fault = u"has no parameter \"%1\""_s.arg(parameter);
    return known.isEmpty() ? fault + u"; it accepts none."_s : u"%1; it accepts %2."_s.arg(fault, known);
}

} // namespace dueline::customwords
