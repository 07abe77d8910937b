// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubspec.h"

#include "core/layouts/port/layouttext.h"

namespace dueline {

QString PubsubSpec::severalSlots() const { return QStringLiteral("its task keys are in many slots"); }

QString PubsubSpec::assign(QByteArrayView, QByteArrayView value)
{
    keys = decodedPart(value);
    return {};
}

QString PubsubSpec::complete()
{
    return keys.isEmpty() ? QStringLiteral("needs a pattern for the task keys: pubsub:CHANNEL?keys=job*.") : QString();
}

QStringList PubsubSpec::parameterTexts() const { return {QStringLiteral("keys=") + encodedPart(keys)}; }

} // namespace dueline
