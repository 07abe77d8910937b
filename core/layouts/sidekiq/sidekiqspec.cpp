// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqspec.h"

#include "core/base/text.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/sidekiq/sidekiqwords.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView sidekiqName = "sidekiq";

Error wrongSidekiq(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, portwords::wrongLayout(printable(text.toUtf8(), 100), what)};
}

} // namespace

QString SidekiqSpec::text() const
{
    const QString name = QString::fromLatin1(sidekiqName);
    return nameSpace.isEmpty() ? name : name + u':' + encodedPart(nameSpace);
}

std::optional<SidekiqListName> SidekiqListName::of(QByteArrayView key)
{
    constexpr QByteArrayView part = "queue:";
    const qsizetype at = key.startsWith(part) ? 0 : key.indexOf(":queue:") + 1;
    if (at == 0 && !key.startsWith(part))
        return std::nullopt;
    const QByteArrayView nameSpace = key.first(std::max<qsizetype>(at - 1, 0));
    const QByteArrayView queue = key.sliced(at + part.size());
    const bool isOfAnother
        = nameSpace == "rq" || nameSpace == "resque" || nameSpace == "working" || nameSpace.endsWith(":working");
    if (queue.isEmpty() || queue.startsWith("sq|") || queue.startsWith("backup::") || isOfAnother
        || (at > 0 && nameSpace.isEmpty()))
        return std::nullopt;
    return SidekiqListName{nameSpace.toByteArray(), queue.toByteArray()};
}

Result<SidekiqSpec> parseSidekiq(const QString& text)
{
    const QByteArray given = text.toUtf8();
    SidekiqSpec spec;
    if (given == sidekiqName)
        return spec;
    if (!given.startsWith("sidekiq:"))
        return wrongSidekiq(text, sidekiqwords::isOtherLayout());
    if (given.contains('?'))
        return wrongSidekiq(text, sidekiqwords::hasParameter());
    spec.nameSpace = decodedPart(QByteArrayView(given).sliced(sidekiqName.size() + 1));
    if (spec.nameSpace.isEmpty())
        return wrongSidekiq(text, sidekiqwords::namespaceIsEmpty());
    return spec;
}

} // namespace dueline
