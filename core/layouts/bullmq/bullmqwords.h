// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the BullMQ layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::bullmqwords {

// Strings that describe the layout
const char* formTitle();
const char* majorLabel();
const char* majorName();
const char* majorRecorded();
const char* major5();
const char* major6();
const char* priorityHint();
const char* usage();
const char* majorUsage();
QString noEvents();

// Strings about queues and events
QByteArray groupsAreCut(qint64 counted);
QByteArray metaIsMissing(const QByteArray& base, const QByteArray& layout);
QString eventsAreOnSeveralNodes();
QString connectionIsClosed();

// Strings about actions
QString metaIsLost(const QString& prefix);
QString bullKeysAreLeft(const QString& prefix);
QString versionIsUnknown(const QString& prefix);
QString versionIsUnsupported(const QString& version);
QString schedulesAreFixed();
QString scheduleHasAdvanced(const QString& name);
QString scheduleIsOld(const QString& name);
QString noSchedule(const QString& name, const QString& queue);

// Reasons why a `--layout` is invalid, inserted into portwords::wrongLayout()
QString isOtherLayout();
QString prefixIsEmpty();
QString hasUnknownParameter();

} // namespace dueline::bullmqwords
