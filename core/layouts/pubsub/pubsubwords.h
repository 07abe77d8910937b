// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// English texts of the pubsub layout. LayoutWords translates the texts of type `const char*`.
namespace dueline::pubsubwords {

// Texts about the layout
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

// Texts about adding tasks, and about what an adoption loses
QString messagesLost(const QString& channel);
const char* messagesLostInWindow();
QString runsMayRepeat();
const char* runsMayRepeatInWindow();
QString noPayload();
QString patternDiffers(const QString& id, const QString& pattern);
const char* keyHasNoTime();

// Reasons why a `--layout` is invalid, inserted into texts of portwords::wrongLayout()
QString keysAreElsewhere();
QString patternIsMissing();

} // namespace dueline::pubsubwords
