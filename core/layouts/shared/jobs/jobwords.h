// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English messages shared by job framework layouts.
namespace dueline::jobwords {

/// Returns the message for a missing task. `place`: name of a queue or of a shared pseudo-queue, such as "@celery".
QString noTaskIn(const QString& id, const QString& place);
QString taskIsTooFar(const QString& id, qint64 searched, const QString& place);
QString idIsAmbiguous(qint64 count, const QString& place, const QString& names);
QString moreNames(qint64 count);
QString stateIsAmbiguous(const QString& place, const QString& states, const QString& exactId);
QString idMayBeAmbiguous(qint64 searched, const QString& place, const QString& exactId);
QString noJob(const QString& id, const QString& queue);

/// Returns the message for a value that is too long to be read. `what`: subject of the sentence, such as payloadOf().
QString tooLong(const QString& what, const QString& size);
QString payloadOf(const QString& id);

/// Returns the message for an option that a framework doesn't support. `option`: a name such as leaseOption().
QString unsupportedOption(const char* framework, const char* option);
const char* leaseOption();
const char* expiryOption();
const char* uniqueOption();
QString onlyPayloadsAreEdited();

QByteArray prioritiesAreCut(qint64 read);
QString keysAreInSeveralSlots();
QString queueWasRemoved();
QString otherLayoutActed(const QString& layout);
QString rightsAreMissing(const QString& rights);
QString keyIsDamaged(const QString& key);
QString keyHasOtherType(const QString& key);

} // namespace dueline::jobwords
