// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the asynq layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::asynqwords {

// Strings that describe the layout
const char* formTitle();
const char* formExplanation();
const char* usage();
const char* typeHint();
const char* keptAttempts();
QString noEvents();
/// Clauses that complete a sentence of the form "…, so … are not found."
const char* unlistedQueues();

// Notes and errors about queues and tasks
const char* queueIsUnlisted();
QByteArray groupsAreUnlisted(const QByteArray& queue, qint64 groups);
QByteArray archiveIsAlmostFull(qint64 archived);
QByteArray groupsAreCut(qint64 shown);
QByteArray noMessage();
QString itsMessage();
QString messageOf(const QString& id);
QByteArray messageIsLong(const QString& size);
QByteArray taskIsGone();
const char* keptInArchive();

// Strings about actions
QString archiveRefuses();
QString noLeases();
QString idIsMissing();
/// Options that asynq doesn't support.
const char* backoffOption();
const char* leaseOption();
const char* expiryOption();
QString cancelWasNotHeard();
QString messageIsUnreadable();
QString uniqueKeyIsForPayload();
QString schedulesAreReadOnly();

// Strings for findings. `queue`: displayed queue name; `ids`: first ids of the affected tasks
QString archiveIsFull(const QString& queue, const QString& count);
QString exportArchive(const QString& operands);
QString leasesAreOver(qint64 count, const QString& queue, const QString& ids, bool isServed);
QString returnExpired(bool isServed, const QString& operands);
QString serverIsLost(qint64 count, const QString& queue, const QString& ids, const QString& servers);
QString anotherServerTakesOver(qint64 count);
QString leasesAreMissing(qint64 count, const QString& queue, const QString& ids);
QString writeExpiredLease(const QString& id, const QString& leases);
QString tasksAreUnserved(qint64 count, const QString& queue);
QString startServer(const QString& queue);
QString tasksAreGone(qint64 count, const QString& queue, const QString& ids);
QString deleteId(const QString& operands);

} // namespace dueline::asynqwords
