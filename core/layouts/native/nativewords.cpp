// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativewords.h"

using namespace Qt::StringLiterals;

namespace dueline::nativewords {

const char* formTitle() { return QT_TRANSLATE_NOOP("LayoutWords", "Native: Dueline's own queues"); }

const char* formExplanation()
{
    return QT_TRANSLATE_NOOP(
        "LayoutWords", "Any number of queues under one prefix; leases, retries, history and statistics.");
}

const char* usage() { return "only Dueline's own queues"; }

QString prefixIsWrong(const QString& prefix)
{
    return u"\"%1\" cannot be a key prefix: it must not be empty or contain { or }."_s.arg(prefix);
}

QString taskIsQuarantined(const QString& id, const QString& queue, const QString& reason, const QString& key)
{
    return u"The task \"%1\" in the queue \"%2\" was quarantined because it is damaged: %3. Its bytes are still in "
           u"the key %4."_s.arg(id, queue, reason, key);
}

QString payloadIsShort(const QString& id, qint64 found, qint64 expected, const QString& key)
{
    return u"The payload of \"%1\" is shorter than its entry states: %2 of %3 bytes are in the key %4."_s.arg(
        id, QString::number(found), QString::number(expected), key);
}

QString entryIsDamaged()
{
    return u"A task's entry cannot be read: its first line is not the JSON that this layout writes."_s;
}

QString taskIsUnreadable(const QString& id)
{
    return u"The stored task \"%1\" cannot be read; \"duectl doctor --repair\" fixes it."_s.arg(id);
}

QString readingIsForbidden(const QString& reason)
{
    return reason + u" \"duectl acl viewer\" prints the rule that lets a user read native queues."_s;
}

QString queueIsMissing() { return u"No queue was specified."_s; }

QString payloadIsLong(const QString& id, const QString& size)
{
    return u"The payload of %1 has %2; a Redis value can have at most 512 MiB."_s.arg(id, size);
}

QString batchIsLong(qint64 tasks, qint64 limit)
{
    return u"One call accepts at most %2 tasks, not %1."_s.arg(tasks).arg(limit);
}

QString placingIsLong() { return u"At most 100 tasks can be placed in one call."_s; }

QString cursorIsNoUndo() { return u"The cursor does not belong to an undo."_s; }

QString operationIsWrong(const QString& operation) { return u"\"%1\" is not a valid operation id."_s.arg(operation); }

QString payloadWasDropped(const QString& id)
{
    return u"The server dropped the new payload of \"%1\" before it was stored; try again."_s.arg(id);
}

QString leasesAreHeld(const QString& queue)
{
    return u"Workers hold leases in the queue \"%1\"; pause the queue and let the workers finish, or force the "
           "deletion."_s.arg(queue);
}

QString isReadOnly() { return u"This connection is read-only."_s; }

QString scheduleIsOther(const QString& queue, const QString& schedule)
{
    return u"The queue \"%1\" already has a different schedule named \"%2\"."_s.arg(queue, schedule);
}

QString noSchedule(const QString& schedule, const QString& queue)
{
    return u"There is no schedule \"%1\" in the queue \"%2\"."_s.arg(schedule, queue);
}

QString keyIsForeign(const QString& key)
{
    return u"The key %1 does not contain this layout's data. Check it with TYPE and rename it, or use another prefix."_s
        .arg(key);
}

QString keyIsForeignType(const QString& key, const QString& type)
{
    return u"The key %1 does not contain this layout's data: it is a %2. Rename it, or use another prefix."_s.arg(
        key, type);
}

QString designKeyHasOtherType(const QString& key)
{
    return u"The key %1 has a different type than this design uses. Check it with TYPE, or specify another key."_s.arg(
        key);
}

QString memoIsForeign(const QString& beginning)
{
    return u"The key that records the last call (%1…) contains other data. Remove the key, or wait ten minutes."_s.arg(
        beginning);
}

const char* sortedSet() { return "sorted set"; }

QString workerIsWrong(const QString& worker)
{
    return u"\"%1\" is not a valid worker name: use 1 to 64 letters, digits and . _ : @ -."_s.arg(worker);
}

QString mayNotChange(const QString& queue)
{
    return u"This Redis user is not allowed to change the queue \"%1\""_s.arg(queue);
}

QString mayNotRun() { return u"This Redis user is not allowed to run tasks"_s; }

QString rightsAreMissing(const QString& refusal, const QString& rights, qint64 more)
{
    return u"%1; it lacks: %2%3. Nothing was written. Ask for the permission, or use another user."_s.arg(
        refusal, rights, more > 0 ? u" and %1 more"_s.arg(more) : QString());
}

} // namespace dueline::nativewords
