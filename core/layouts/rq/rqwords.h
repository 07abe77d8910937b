// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the RQ layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::rqwords {

// Strings that describe the layout
const char* formTitle();
const char* formExplanation();
const char* usage();
const char* keptAttempts();
QString noEvents();
/// Completes a sentence of the form "…, so … are not found."
const char* unlistedQueues();

// Notes and errors about queues and jobs
const char* queueIsUnlisted();
QByteArray jobsAreLimited(qint64 count, bool isCut);
QByteArray jobsAreDeleted(qint64 count, bool isCut, const QByteArray& state);
QByteArray dependencyIsGone(const QByteArray& job);
QByteArray dependencyHasFailed(const QByteArray& job, const QByteArray& status);
QByteArray resultsAreLong(const QString& size);
QString inflatedIsLong(const QString& id, const QString& limit);
const char* jobIsGone();

// Strings about actions
QString noLeases();
QString pauseIsForAll();
QString resumeIsForAll();
QString noAdding();
QString payloadIsPickle();
QString payloadIsNoCall();
QString stopWasNotHeard(const QString& worker);
QString schedulesAreReadOnly();

// Strings for findings. `queue`: displayed queue name; `ids`: first ids of the affected jobs
QString schedulerIsMissing(qint64 count, const QString& queue, const QString& overdue);
QString startScheduler(const QString& queue);
QString jobsAreAbandoned(qint64 count, const QString& queue);
QString retryAbandoned(const QString& operand);
QString jobsAreNowhere(qint64 count, const QString& queue, const QString& ids);
QString inspectStray(const QString& hash);
QString jobsWereFetchedOnly(qint64 count, const QString& queue, const QString& ids);
QString retryFetched(const QString& operand);
QString dependenciesHaveFailed(qint64 count, const QString& queue, const QString& ids);
QString retryDependency();
QString dependenciesAreGone(qint64 count, const QString& queue, const QString& ids);
QString enqueueWithRq();

} // namespace dueline::rqwords
