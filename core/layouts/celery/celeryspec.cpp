// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryspec.h"

#include "core/base/text.h"
#include "core/layouts/layouttext.h"

namespace dueline {

namespace {

constexpr QByteArrayView celeryName = "celery";

Error wrongCelery(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, QStringLiteral("The layout \"%1\" %2").arg(printable(text.toUtf8(), 100), what)};
}

} // namespace

QString CelerySpec::text() const
{
    const QString name = QString::fromLatin1(celeryName);
    return prefix.isEmpty() ? name : name + u':' + encodedPart(prefix);
}

Result<CelerySpec> parseCelery(const QString& text)
{
    const QByteArray given = text.toUtf8();
    CelerySpec spec;
    if (given == celeryName)
        return spec;
    if (!given.startsWith("celery:"))
        return wrongCelery(text, QStringLiteral("is none of Celery: celery or celery:PREFIX."));
    if (given.contains('?'))
        return wrongCelery(text, QStringLiteral("has a parameter; it takes none. %3F stands for a ? in a prefix."));
    spec.prefix = decodedPart(QByteArrayView(given).sliced(celeryName.size() + 1));
    if (spec.prefix.isEmpty())
        return wrongCelery(text, QStringLiteral("has an empty prefix: celery:PREFIX, or celery where there is none."));
    return spec;
}

std::optional<CeleryBinding> CeleryBinding::of(QByteArrayView key)
{
    const qsizetype at = key.indexOf(CelerySpec::binding);
    if (at < 0)
        return std::nullopt;
    const QByteArrayView exchange = key.sliced(at + QByteArrayView(CelerySpec::binding).size());
    if (exchange.isEmpty() || exchange.endsWith("pidbox") || exchange.startsWith("celeryev"))
        return std::nullopt;
    return CeleryBinding{key.first(at).toByteArray(), exchange.toByteArray()};
}

QueueName CeleryBinding::queueOf(const QByteArray& member)
{
    const qsizetype at = member.lastIndexOf(CelerySpec::separator);
    return at < 0 ? QueueName() : member.mid(at + QByteArrayView(CelerySpec::separator).size());
}

} // namespace dueline
