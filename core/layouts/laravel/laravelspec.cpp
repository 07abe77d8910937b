// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravelspec.h"

#include "core/base/text.h"
#include "core/layouts/laravel/laravelwords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/port/portwords.h"

namespace dueline {

namespace {

constexpr QByteArrayView laravelName = "laravel";
constexpr QByteArrayView queuesPart = "queues:";
constexpr QByteArrayView horizonParameter = "horizon=";

Error wrongLaravel(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, portwords::wrongLayout(printable(text.toUtf8(), 100), what)};
}

} // namespace

QByteArray LaravelSpec::ownHorizon() const
{
    for (const char* ending : {"_database_", "-database-"}) {
        if (prefix.endsWith(ending) && prefix.size() > 10)
            return prefix.chopped(10).replace('-', '_') + "_horizon:";
    }
    return {};
}

std::vector<QByteArray> LaravelSpec::namesakes() const
{
    const QByteArray own = ownHorizon();
    if (own.isEmpty())
        return {};
    const QByteArray name = own.chopped(qsizetype(qstrlen("_horizon:")));
    std::vector<QByteArray> prefixes{
        name + "_database_", QByteArray(name).replace('_', '-') + "-database-", name + "-database-"};
    std::erase(prefixes, prefix);
    return prefixes;
}

QString LaravelSpec::text() const
{
    QString text = QString::fromLatin1(laravelName);
    if (prefix != LaravelSpec().prefix)
        text += u':' + encodedPart(prefix);
    return horizon ? text + QStringLiteral("?horizon=") + encodedPart(*horizon) : text;
}

bool LaravelSpec::isShared(const QueueName& queue) const
{
    if (queue.isEmpty() || queue == "@laravel" || queue == sharedPlace())
        return true;
    if (!queue.startsWith("@laravel"))
        return false;
    const auto named = parseLaravel(QString::fromUtf8(queue.mid(1)));
    return named && *named == *this;
}

Result<LaravelSpec> parseLaravel(const QString& text)
{
    const QByteArray given = text.toUtf8();
    LaravelSpec spec;
    const qsizetype question = given.indexOf('?');
    const QByteArray head = question < 0 ? given : given.left(question);
    if (head != laravelName && !head.startsWith("laravel:"))
        return wrongLaravel(text, laravelwords::isOtherLayout());
    if (head != laravelName)
        spec.prefix = decodedPart(QByteArrayView(head).sliced(laravelName.size() + 1));
    if (question < 0)
        return spec;
    const QByteArrayView parameter = QByteArrayView(given).sliced(question + 1);
    if (!parameter.startsWith(horizonParameter)) {
        return wrongLaravel(text, laravelwords::hasUnknownParameter());
    }
    spec.horizon = decodedPart(parameter.sliced(horizonParameter.size()));
    return spec;
}

std::optional<QueueName> LaravelKey::withoutEnding() const
{
    for (const char* ending : {":delayed", ":reserved", ":notify"}) {
        if (name.endsWith(ending) && name.size() > qsizetype(qstrlen(ending)))
            return name.chopped(qsizetype(qstrlen(ending)));
    }
    return std::nullopt;
}

std::optional<LaravelKey> LaravelKey::of(QByteArrayView key)
{
    const qsizetype at = key.indexOf(queuesPart);
    if (at < 0 || at + queuesPart.size() == key.size())
        return std::nullopt;
    const char before = at == 0 ? ':' : key[at - 1];
    if (before != ':' && before != '_' && before != '-' && before != '.') // `myqueues:` is a different key
        return std::nullopt;
    return LaravelKey{key.first(at).toByteArray(), key.sliced(at + queuesPart.size()).toByteArray()};
}

} // namespace dueline
