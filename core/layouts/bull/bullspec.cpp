// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullspec.h"

#include "core/base/text.h"
#include "core/layouts/bull/bullwords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/port/portwords.h"

namespace dueline {

namespace {

constexpr QByteArrayView bullName = "bull";
constexpr QByteArrayView counterEnding = ":id";
constexpr QByteArrayView stampedParameter = "stamped=yes";

Error wrongBull(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, portwords::wrongLayout(printable(text.toUtf8(), 100), what)};
}

} // namespace

QueueName BullSpec::queueOfCounter(QByteArrayView key) const
{
    const qsizetype begin = prefix.size() + 1;
    if (!key.endsWith(counterEnding) || key.size() <= begin + counterEnding.size() || !key.startsWith(prefix)
        || key[begin - 1] != ':')
        return {};
    const QByteArrayView name = key.sliced(begin, key.size() - begin - counterEnding.size());
    return name.contains(':') && prefix != BullSpec().prefix ? QueueName() : name.toByteArray();
}

std::optional<std::pair<BullSpec, QueueName>> BullSpec::ofCounter(const QByteArray& key)
{
    BullSpec spec;
    if (const QueueName name = spec.queueOfCounter(key); !name.isEmpty())
        return std::pair(spec, name);
    if (!key.endsWith(counterEnding))
        return std::nullopt;
    const QByteArray path = key.chopped(counterEnding.size());
    spec.prefix = path.left(path.lastIndexOf(':'));
    const QueueName name = spec.queueOfCounter(key);
    return spec.prefix.isEmpty() || name.isEmpty() ? std::nullopt : std::optional(std::pair(spec, name));
}

QString BullSpec::text() const
{
    QString text = QString::fromLatin1(bullName);
    if (prefix != BullSpec().prefix)
        text += u':' + encodedPart(prefix);
    return isStamped ? text + u'?' + QString::fromLatin1(stampedParameter) : text;
}

Result<BullSpec> parseBull(const QString& text)
{
    const QByteArray given = text.toUtf8();
    BullSpec spec;
    const qsizetype question = given.indexOf('?');
    const QByteArray head = question < 0 ? given : given.left(question);
    if (head != bullName && !head.startsWith("bull:"))
        return wrongBull(text, bullwords::isOtherLayout());
    if (head != bullName)
        spec.prefix = decodedPart(QByteArrayView(head).sliced(bullName.size() + 1));
    if (spec.prefix.isEmpty())
        return wrongBull(text, bullwords::prefixIsEmpty());
    if (question < 0)
        return spec;
    if (QByteArrayView(given).sliced(question + 1) != stampedParameter)
        return wrongBull(text, bullwords::hasUnknownParameter());
    spec.isStamped = true;
    return spec;
}

} // namespace dueline
