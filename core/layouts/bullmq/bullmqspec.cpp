// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqspec.h"

#include "core/base/text.h"
#include "core/layouts/bullmq/bullmqwords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/port/portwords.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr QByteArrayView layoutName = "bullmq";
constexpr QByteArrayView metaEnding = ":meta";
/// Keys that only BullMQ creates.
constexpr std::array<QByteArrayView, 5> keysOfBullmqAlone{"meta", "events", "prioritized", "waiting-children", "pc"};

Error wrongBullmq(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, portwords::wrongLayout(printable(text.toUtf8(), 100), what)};
}

} // namespace

QueueName BullmqSpec::queueOfMeta(QByteArrayView key) const
{
    const qsizetype begin = prefix.size() + 1;
    if (!key.endsWith(metaEnding) || key.size() <= begin + metaEnding.size() || !key.startsWith(prefix)
        || key[begin - 1] != ':')
        return {};
    const QByteArrayView name = key.sliced(begin, key.size() - begin - metaEnding.size());
    return name.contains(':') ? QueueName() : name.toByteArray();
}

std::optional<QByteArray> BullmqSpec::baseOfOwnKey(QByteArrayView key)
{
    const QByteArrayView base = key.first(key.lastIndexOf(':') + 1);
    const bool isOwn = std::find(keysOfBullmqAlone.begin(), keysOfBullmqAlone.end(), key.sliced(base.size()))
        != keysOfBullmqAlone.end();
    return base.size() > 1 && isOwn ? std::optional(base.toByteArray()) : std::nullopt;
}

QString BullmqSpec::text() const
{
    QString text = QString::fromLatin1(layoutName);
    if (prefix != BullmqSpec().prefix)
        text += u':' + encodedPart(prefix);
    if (!major.isEmpty())
        text += QStringLiteral("?major=") + QString::fromLatin1(major);
    return text;
}

Result<BullmqSpec> parseBullmq(const QString& text)
{
    const QByteArray given = text.toUtf8();
    BullmqSpec spec;
    const qsizetype question = given.indexOf('?');
    const QByteArray head = question < 0 ? given : given.left(question);
    if (head != layoutName && !head.startsWith("bullmq:"))
        return wrongBullmq(text, bullmqwords::isOtherLayout());
    if (head != layoutName)
        spec.prefix = decodedPart(QByteArrayView(head).sliced(layoutName.size() + 1));
    if (spec.prefix.isEmpty())
        return wrongBullmq(text, bullmqwords::prefixIsEmpty());
    if (question < 0)
        return spec;
    const QByteArray parameter = given.mid(question + 1);
    if (parameter != "major=5" && parameter != "major=6")
        return wrongBullmq(text, bullmqwords::hasUnknownParameter());
    spec.major = parameter.last(1);
    return spec;
}

} // namespace dueline
