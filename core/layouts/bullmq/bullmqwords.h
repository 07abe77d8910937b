// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English texts of the BullMQ layout. LayoutWords translates the texts of type `const char*`.
namespace dueline::bullmqwords {

// Texts about the layout
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

// Texts about queues and events
QByteArray groupsAreCut(qint64 counted);
QByteArray metaIsMissing(const QByteArray& base, const QByteArray& layout);
QString eventsAreOnSeveralNodes();
QString connectionIsClosed();

// Texts about actions
QString metaIsLost(const QString& prefix);
QString bullKeysAreLeft(const QString& prefix);
QString versionIsUnknown(const QString& prefix);
QString versionIsUnsupported(const QString& version);
QString schedulesAreFixed();
QString scheduleHasAdvanced(const QString& name);
QString scheduleIsOld(const QString& name);
QString noSchedule(const QString& name, const QString& queue);

// Reasons why a `--layout` is invalid, inserted into texts of portwords::wrongLayout()
QString isOtherLayout();
QString prefixIsEmpty();
QString hasUnknownParameter();

} // namespace dueline::bullmqwords
