// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of Dueline's own layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::nativewords {

// Strings that describe the layout
const char* formTitle();
const char* formExplanation();
const char* usage();
QString prefixIsWrong(const QString& prefix);

// Strings about queues and tasks
QString taskIsQuarantined(const QString& id, const QString& queue, const QString& reason, const QString& key);
QString payloadIsShort(const QString& id, qint64 found, qint64 expected, const QString& key);
QString entryIsDamaged();
QString taskIsUnreadable(const QString& id);
QString readingIsForbidden(const QString& reason);
QString queueIsMissing();

// Strings about actions
QString payloadIsLong(const QString& id, const QString& size);
QString batchIsLong(qint64 tasks, qint64 limit);
QString placingIsLong();
QString cursorIsNoUndo();
QString operationIsWrong(const QString& operation);
QString payloadWasDropped(const QString& id);
QString leasesAreHeld(const QString& queue);
QString isReadOnly();
QString scheduleIsOther(const QString& queue, const QString& schedule);
QString noSchedule(const QString& schedule, const QString& queue);

// Strings about keys and permissions
QString keyIsForeign(const QString& key);
QString keyIsForeignType(const QString& key, const QString& type);
QString designKeyHasOtherType(const QString& key);
QString memoIsForeign(const QString& beginning);
const char* sortedSet();
QString workerIsWrong(const QString& worker);
/// Sentence beginnings for rightsAreMissing()
QString mayNotChange(const QString& queue);
QString mayNotRun();
QString rightsAreMissing(const QString& refusal, const QString& rights, qint64 more);

} // namespace dueline::nativewords
