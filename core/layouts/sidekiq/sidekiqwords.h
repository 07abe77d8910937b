// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the Sidekiq layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::sidekiqwords {

// Strings that describe the layout
const char* formTitle();
const char* formExplanation();
const char* namespaceLabel();
const char* namespaceHint();
const char* usage();
const char* typeHint();
const char* keptAttempts();
QString noEvents();
/// Completes the sentence "…, so … are not found."
const char* namespaces();

// Strings about queues and jobs
QByteArray queueIsUnlisted(const QByteArray& key);
QByteArray runningAreCut(qint64 keys);
const char* returnsAtStart();
QByteArray returnsWithin(const QString& time);
QByteArray returnsLater();
const char* jobIsDamaged();
/// Returns the error of a job whose process ended while running it.
QByteArray jobWasInterrupted(int times);
/// Returns the start of jobWasInterrupted() for jobs that have been interrupted too often; see
/// Capabilities::crashErrors.
QByteArray jobCrashes();

// Strings about actions
const char* backoffOption();
QString argumentsAreNoArray(const QString& arguments);
QString jobIsUnreadable();
QString lockIsForArguments();
QString argumentsAreActiveJob(const QString& jobClass);
QString classIsMissing();
QString queueIsMissing();
QString noPause();
QString schedulesAreFixed();
QString noSchedule(const QString& name);
QString scheduleHasChanged(const QString& name);

// Strings for findings. `queue`: displayed queue name
QString deadSetIsFull(const QString& queue, const QString& count);
QString exportDead(const QString& operand);
QString jobsAreInterrupted(qint64 count, const QString& types);
QString inspectInterrupted(const QString& operand);
QString jobsAreOrphaned(qint64 count, const QString& queue);
QString orphansReturn(const QString& orphans, const QString& time);
QString waitForReturn();
QString orphansStay(const QString& orphans);
QString returnOrphans(const QString& operand);
QString jobsAreInPrivateLists(qint64 count, const QString& queue, const QString& processes);
QString startSuperFetch();
QString jobsAreHeld(qint64 count, const QString& queues, const QString& processes);
QString saveHeld();
QString processesAreSilent(qint64 count, const QString& processes);
QString checkProcess();
QString processesAreGone(qint64 count, const QString& processes);
QString readLog();
QString jobsAreUnserved(bool isRunning, const QString& queue, const QString& wait);
QString serveQueue(const QString& queue);
QString startSidekiq();

// Reasons why a `--layout` is invalid, for portwords::wrongLayout()
QString isOtherLayout();
QString hasParameter();
QString namespaceIsEmpty();

} // namespace dueline::sidekiqwords
