// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryspec.h"

#include "core/base/text.h"
#include "core/layouts/celery/celerywords.h"
#include "core/layouts/port/layouttext.h"
#include "core/layouts/port/portwords.h"

#include <QByteArrayList>

namespace dueline {

namespace {

constexpr QByteArrayView celeryName = "celery";
constexpr qsizetype longestSeparator = 8;

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || uchar(c) >= 0x80;
}

Error wrongCelery(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, portwords::wrongLayout(printable(text.toUtf8(), 100), what)};
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
        return wrongCelery(text, celerywords::isOtherLayout());
    if (given.contains('?'))
        return wrongCelery(text, celerywords::hasParameter());
    spec.prefix = decodedPart(QByteArrayView(given).sliced(celeryName.size() + 1));
    if (spec.prefix.isEmpty())
        return wrongCelery(text, celerywords::prefixIsEmpty());
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

std::optional<QByteArray> CeleryBinding::separatorOf(const QByteArray& member)
{
    if (member.contains(CelerySpec::separator))
        return QByteArray(CelerySpec::separator);
    // The member has the form `KEY SEP SEP QUEUE`, or `KEY SEP ^PATTERN$ SEP QUEUE` for a topic, so it always contains
    // the separator twice.
    const auto partsOf = [&member](const QByteArray& separator) {
        QByteArrayList parts;
        qsizetype from = 0;
        for (qsizetype at = 0; parts.size() < 3 && (at = member.indexOf(separator, from)) >= 0;) {
            parts << member.mid(from, at - from);
            from = at + separator.size();
        }
        return parts << member.mid(from);
    };
    std::optional<QByteArray> longest;
    for (qsizetype at = 0; at < member.size(); ++at) {
        for (qsizetype size = 1; size <= longestSeparator && at + size <= member.size(); ++size) {
            if (isWordCharacter(member[at + size - 1]))
                break;
            const QByteArray separator = member.mid(at, size);
            const QByteArrayList found = partsOf(separator);
            if (found.size() != 3 || found[2].isEmpty() || (longest && longest->size() >= size))
                continue;
            if (found[1].isEmpty() || (found[1].startsWith('^') && found[1].endsWith('$')))
                longest = separator;
        }
    }
    return longest;
}

QueueName CeleryBinding::queueOf(const QByteArray& member)
{
    const auto separator = separatorOf(member);
    return separator ? member.mid(member.lastIndexOf(*separator) + separator->size()) : QueueName();
}

} // namespace dueline
