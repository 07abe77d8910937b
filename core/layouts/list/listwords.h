// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

/// English strings of the list layouts. LayoutWords translates the strings of type `const char*`.
namespace dueline::listwords {

// Strings that describe the `list` layout
const char* listUsage();
const char* resultsUsage();
const char* resultsLabel();
const char* resultsName();
const char* resultsHint();
const char* listTitle();
const char* listExplanation();
const char* listByOthers();
const char* listByDueline();
const char* listByBoth();

// Strings that describe the `resend` layout
const char* resendUsage();
const char* maxUsage();
const char* maxLabel();
const char* maxName();
const char* maxSuffix();
const char* resendTitle();
const char* resendExplanation();
const char* resendByOthers();
const char* resendByDueline();
const char* resendByBoth();

// Strings about adding tasks, and about data that an adoption loses
const char* timesHint();
const char* itemHint();
const char* messageHint();
QString orderLost();
const char* orderLostInWindow();
QString resultsLost(const QString& channel);
const char* resultsLostInWindow();
QString resendsLost();
const char* resendsLostInWindow();
QString messageIsNoText();
QString noTimes();

// Strings about tasks and the key
QString keyIsNoList(const QString& key, const QString& layout);
const char* isNoMessage();
const char* isSentAgain();
const char* isSentTooOften();
QByteArray wasSentTooOften(int times);

// Evidence for a guessed layout
QString itemsAreMessages(int messages, int looked);
const char* itemsAreMessagesInWindow();
QString itemsAreUnknown();
const char* itemsAreUnknownInWindow();

// Reasons why a `--layout` is invalid, inserted into portwords::wrongLayout()
QString maxIsWrong();

} // namespace dueline::listwords
