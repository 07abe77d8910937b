// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings shared by Bull and BullMQ. LayoutWords translates the strings of type `const char*`.
namespace dueline::bulljobwords {

// Strings that describe the layout
const char* prefixLabel();
const char* prefixHint();
const char* prefixIsMissing();
const char* typeHint();
const char* formExplanation();

// Strings about a queue's owner. `choices`: possible values of `--layout`
QByteArray bothOpened(const QByteArray& choices);
QByteArray ownerIsUnknown(const QByteArray& choices);
QString queueIsOf(const QString& queue, const QString& owner, const QString& layout, const QString& prefix);

// Strings about jobs
const char* isMarker();
const char* jobIsGone();
QByteArray errorIsLong(const QString& size);
QByteArray childrenAreMissing(qint64 count, const QByteArray& names);
QByteArray jobIsMisplaced(const QString& key);

// Strings about actions
QString queueIsAbsent();
QString idIsReserved(const QString& id);
QString dataIsNoJson();
QString jobsArriveTooFast(const QString& queue);
const char* backoffListOption();

// Strings for findings about jobs. `queue`: displayed queue name; `ids`: first ids of the affected jobs
QString jobsAreStalled(qint64 count, const QString& queue, bool isUnserved);
QString returnStalled();
QString jobsMayCrashWorkers(qint64 count, const QString& queue, const QString& type, qint64 crashes);
QString inspectSuspects(qint64 count, const QString& operand);
QString jobsAreLeftPaused(qint64 count, const QString& queue);
QString joinLists(const QString& operand);
QString markerIsMissing(qint64 count, const QString& queue, const QString& overdue);
QString wakeWorker();
QString jobsAreUnserved(const QString& queue, const QString& wait);
QString startWorker();
QString keysAreCut(qint64 searched);
QString showJob(const QString& operand);
QString listIsTooLong(const QString& queue, const QString& limit);
QString checkLater();
QString jobsAreNowhere(qint64 count, const QString& queue, const QString& ids);
QString inspectStray(const QString& hash);

// Strings for findings about ids
QString idsHaveNoJob(qint64 count, const QString& queue, const QString& ids, const QString& marker);
QString removeIds();
QString jobsAreMisplaced(qint64 count, const QString& queue, const QString& ids);
QString removeKeyPrefix();
QString idsAreCut(const QString& searched, const QString& queue, const QString& found);
QString showId();
QString parentsWaitForever(qint64 count, const QString& queue, const QString& ids);
QString addFlowAgain();

/// Returns the error that Bull and BullMQ store when a worker has crashed; see Capabilities::crashErrors.
QByteArray crashError();

} // namespace dueline::bulljobwords
