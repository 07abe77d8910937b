// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// English strings of the pubsub layout. LayoutWords translates the strings of type `const char*`.
namespace dueline::pubsubwords {

// Strings that describe the layout
const char* usage();
const char* keysUsage();
const char* channelLabel();
const char* channelHint();
const char* keysLabel();
const char* keysName();
const char* keysHint();
const char* formTitle();
const char* formExplanation();
const char* runByOthers();
const char* runByDueline();
const char* runByBoth();

// Strings about adding tasks, and about data that an adoption loses
QString messagesLost(const QString& channel);
const char* messagesLostInWindow();
QString runsMayRepeat();
const char* runsMayRepeatInWindow();
QString noPayload();
QString patternDiffers(const QString& id, const QString& pattern);
const char* keyHasNoTime();

// Reasons why a `--layout` is invalid, inserted into portwords::wrongLayout()
QString keysAreElsewhere();
QString patternIsMissing();

} // namespace dueline::pubsubwords
