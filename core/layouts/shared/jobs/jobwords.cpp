// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/jobwords.h"

using namespace Qt::StringLiterals;

namespace dueline::jobwords {

QString noTaskIn(const QString& id, const QString& place)
{
    return u"There is no task \"%1\" in \"%2\"."_s.arg(id, place);
}

QString taskIsTooFar(const QString& id, qint64 searched, const QString& place)
{
    return u"The task \"%1\" is not among the first %2 of \"%3\"; find it with --match."_s.arg(
        id, QString::number(searched), place);
}

QString idIsAmbiguous(qint64 count, const QString& place, const QString& names)
{
    return u"%1 different tasks in \"%2\" have this id; specify one: %3."_s.arg(QString::number(count), place, names);
}

QString moreNames(qint64 count) { return u"%1 more"_s.arg(count); }

QString stateIsAmbiguous(const QString& place, const QString& states, const QString& exactId)
{
    return u"Identical tasks in \"%1\" have this id in several states (%2). Choose one with --state, or specify any "
           u"of them: %3."_s.arg(place, states, exactId);
}

QString idMayBeAmbiguous(qint64 searched, const QString& place, const QString& exactId)
{
    return u"Only the first %1 tasks in \"%2\" were searched, and another task may have this id. Use the exact id: "
           u"%3."_s.arg(QString::number(searched), place, exactId);
}

QString noJob(const QString& id, const QString& queue)
{
    return u"There is no job \"%1\" in the queue \"%2\"."_s.arg(id, queue);
}

QString tooLong(const QString& what, const QString& size) { return u"%1 is too large to read (%2)."_s.arg(what, size); }

QString payloadOf(const QString& id) { return u"The payload of \"%1\""_s.arg(id); }

QString unsupportedOption(const char* framework, const char* option)
{
    return u"%1 has no %2; omit it."_s.arg(QLatin1StringView(framework), QLatin1StringView(option));
}

const char* leaseOption() { return "per-job lease"; }

const char* expiryOption() { return "per-job expiry"; }

const char* uniqueOption() { return "Dueline-style unique key"; }

QString onlyPayloadsAreEdited() { return u"Only the payload of a framework's task can be edited, not its options."_s; }

QByteArray prioritiesAreCut(qint64 read)
{
    return "The queue has many priorities; the search for the oldest due task covers only " + QByteArray::number(read)
        + " of them.";
}

QString keysAreInSeveralSlots()
{
    return u"The keys of this queue are in several slots of the cluster; one atomic step cannot reach them all."_s;
}

QString queueWasRemoved()
{
    return u"This queue does not exist: it was removed, or its framework has not created it yet. Add a task with its "
           u"framework, and then try again."_s;
}

QString otherLayoutActed(const QString& layout)
{
    return u"This operation was run through the %1 layout and can be undone only through that layout."_s.arg(layout);
}

QString rightsAreMissing(const QString& rights)
{
    return u"This Redis user is not allowed to change the queue; it lacks: %1. Nothing was written. Ask for the "
           u"permission, or use another user."_s.arg(rights);
}

QString keyIsDamaged(const QString& key)
{
    return u"The key %1 contains unexpected data; check it with TYPE. Nothing was changed."_s.arg(key);
}

QString keyHasOtherType(const QString& key)
{
    return u"The key %1 contains a different type of data than its framework uses; check it with TYPE."_s.arg(key);
}

} // namespace dueline::jobwords
