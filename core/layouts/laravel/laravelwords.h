// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the Laravel layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::laravelwords {

// Strings that describe the layout
const char* formTitle();
const char* formExplanation();
const char* prefixLabel();
const char* prefixHint();
const char* horizonLabel();
const char* horizonName();
const char* horizonHint();
const char* usage();
const char* horizonUsage();
QString noEvents();

// Strings about capabilities: the attempts that are stored, and warnings before an action
const char* attemptsOfQueue();
const char* attemptsOfHorizon();
const char* rowIsRetried();
const char* rowStays();
const char* lockStays();

// Notes and errors about queues and jobs
QString horizonIsMissing(const QString& place);
QString noQueue(const QString& queue);
const char* othersAreInQueues();
QByteArray endedAreIn(const QByteArray& place);
const char* failedAreInSql();
const char* rowIsLeft();
QByteArray seenAt(const QByteArray& time);
const char* supervisorsArePaused();
QString statePrefix(const QString& example);
QString queuesOfHorizonAreMissing(const QString& beginning, const QString& layout);
const char* keyHasOtherType();
const char* jobIsGone();
QByteArray wrapLosesJob(const QByteArray& cause);
QByteArray wrapped(bool isCompressed, const QByteArray& what, const QByteArray& by);
QByteArray attemptsAreMissing();
QByteArray jobIsNoObject();
const char* isEncrypted();
QByteArray jobsFollow(qint64 count);

// Strings about actions
QString noHorizonToChange();
QString retryInSql();
QString noAdding();
QString noPause();

// Strings for findings. `jobs`: number and queue of the jobs, as returned by unreadableJobs()
QString unreadableJobs(qint64 count, bool isCut, const QString& kind, const QString& queue);
QString jobsAreWrapped(const QString& jobs, const QString& cause);
QString stopWrapping(const QString& operand);
QString jobsAreUnreadable(const QString& jobs);
QString listDamaged(const QString& operand);

// Reasons why a `--layout` is invalid, inserted into portwords::wrongLayout()
QString isOtherLayout();
QString hasUnknownParameter();

} // namespace dueline::laravelwords
