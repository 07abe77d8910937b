// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the Celery layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::celerywords {

// Strings that describe the layout
const char* formTitle();
const char* formExplanation();
const char* prefixLabel();
const char* prefixHint();
const char* usage();
QString eventsMayBeOff();
const char* keptAttempts();
const char* resultIsAwaited();

// Notes and errors about queues and messages
const char* sharedPlaceIsPartial();
QByteArray othersAreIn(const QByteArray& place);
QString itsMessage();
QString messageOf(const QString& id);
const char* messageIsDamaged();
const char* resultIsLong();
/// Returns the message for a task whose result is stored elsewhere. `missing`: sentence saying that the task isn't in
/// the queue.
QString resultIsElsewhere(const QString& missing, const QString& place);
QString eventsAreOf(const QString& place);

// Strings about actions
QString noRetry();
QString isAtWorker();
QString noAdding();
QString noPause();
QString idIsHeldTwice(const QString& count, const QString& id);
QString revokeWasNotHeard(const QString& id);
QByteArray wasRevoked(qint64 workers);
QString schedulesAreReadOnly();

// Strings for findings. `count`: number of messages
QString messagesAreUnlisted(qint64 count);
QString sendAgain(const QString& hash);
QString messagesAreUnacknowledged(qint64 count);
QString startWorker();
QString messagesAreLate(qint64 count);
QString raiseTimeout();
QString etasAreBeyondTimeout(qint64 count);
QString raiseTimeoutForEtas();
QString messagesAreUnserved(qint64 count, const QString& queue);
QString serveQueue(const QString& queue);

// Reasons why a `--layout` is invalid, inserted into portwords::wrongLayout()
QString isOtherLayout();
QString hasParameter();
QString prefixIsEmpty();

} // namespace dueline::celerywords
