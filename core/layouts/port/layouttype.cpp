// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/layouttype.h"

#include "core/base/text.h"
#include "core/layouts/port/foundqueues.h"

namespace dueline {

Error noSuchLayout(const QString& text)
{
    return {ErrorCode::NotFound, QStringLiteral("There is no layout \"%1\".").arg(printable(text.toUtf8(), 100))};
}

Result<LayoutParametersPtr> LayoutType::parse(const QString& text, QByteArrayView rest) const
{
    if (!isReadable() || !rest.isEmpty())
        return noSuchLayout(text);
    return LayoutParametersPtr();
}

QString LayoutType::text(const LayoutParameters*) const { return QString::fromLatin1(name()); }

Result<std::unique_ptr<Backend>> LayoutType::open(const LayoutParametersPtr&, const LayoutOpening&) const
{
    return Error{ErrorCode::NotSupported,
        QStringLiteral("This version finds and counts %1 queues, but cannot open them.").arg(printable(name()))};
}

std::vector<LayoutSpec> LayoutType::parts(const LayoutParameters*) const { return {}; }

std::optional<QByteArray> LayoutType::placeOf(QByteArrayView) const { return std::nullopt; }

Result<std::vector<std::optional<PlacedQueue>>> LayoutType::lookAt(
    const AskServer&, const std::vector<QByteArray>& places) const
{
    return std::vector<std::optional<PlacedQueue>>(places.size());
}

std::vector<Command> LayoutType::signsOf(const LayoutParameters*, const QueueName&) const { return {}; }

std::optional<PlacedQueue> LayoutType::queueBeside(const QByteArray& beginning) const
{
    const qsizetype at = beginning.lastIndexOf('@' + name());
    if (at < 0 || !beginning.endsWith(':'))
        return std::nullopt;
    const QByteArray written = beginning.sliced(at + 1).chopped(1);
    auto parameters = parse(QString::fromUtf8(written), QByteArrayView(written).sliced(name().size()));
    if (!parameters)
        return std::nullopt;
    const QueueName queue = at == 0 ? beginning.chopped(1) : beginning.first(at);
    if (besideOf(parameters->get(), queue) != beginning)
        return std::nullopt;
    return PlacedQueue{LayoutSpec(*this, *std::move(parameters)), queue, true};
}

std::optional<AclRights> LayoutType::rights(AclRole, const LayoutParameters*, const QByteArray&) const
{
    return std::nullopt;
}

} // namespace dueline
