// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubspec.h"

#include "core/layouts/port/layouttext.h"
#include "core/layouts/pubsub/pubsubwords.h"

namespace dueline {

QString PubsubSpec::severalSlots() const { return pubsubwords::keysAreElsewhere(); }

QString PubsubSpec::assign(QByteArrayView, QByteArrayView value)
{
    keys = decodedPart(value);
    return {};
}

QString PubsubSpec::complete() { return keys.isEmpty() ? pubsubwords::patternIsMissing() : QString(); }

QStringList PubsubSpec::parameterTexts() const { return {QStringLiteral("keys=") + encodedPart(keys)}; }

} // namespace dueline
