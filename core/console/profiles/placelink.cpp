// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/placelink.h"

#include <QStringList>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr auto beginning = "dueline:///"_L1;

QString encoded(const QByteArray& text) { return QString::fromLatin1(text.toPercentEncoding()); }

Error badLink(const QString& why) { return {ErrorCode::Usage, u"The link cannot be opened: %1."_s.arg(why)}; }

} // namespace

bool PlaceLink::isLink(const QString& text) { return text.startsWith(scheme + u':', Qt::CaseInsensitive); }

Result<PlaceLink> PlaceLink::parse(const QString& text)
{
    if (!text.startsWith(beginning))
        return badLink(u"it must have the form dueline:///CONNECTION/QUEUE"_s);
    const auto decoded = [](const QString& part) { return QByteArray::fromPercentEncoding(part.toUtf8()); };
    const QString rest = text.sliced(beginning.size());
    const QString path = rest.section(u'?', 0, 0);
    PlaceLink link;
    link.profile = QString::fromUtf8(decoded(path.section(u'/', 0, 0)));
    link.queue = decoded(path.section(u'/', 1));
    if (link.profile.isEmpty())
        return badLink(u"it contains no connection"_s);
    const QStringList parameters = rest.section(u'?', 1).split(u'&', Qt::SkipEmptyParts);
    for (const QString& parameter : parameters) {
        const QString name = parameter.section(u'=', 0, 0);
        const QByteArray value = decoded(parameter.section(u'=', 1));
        if (name == u"filter")
            link.filter = QString::fromUtf8(value);
        else if (name == u"task")
            link.task = value;
        else if (name == u"failure")
            link.failure = value;
        else
            return badLink(u"a newer version of Dueline is required"_s);
    }
    return link;
}

QString PlaceLink::text() const
{
    QStringList parameters;
    if (!filter.isEmpty())
        parameters << u"filter="_s + encoded(filter.toUtf8());
    if (!task.isEmpty())
        parameters << u"task="_s + encoded(task);
    if (failure)
        parameters << u"failure="_s + encoded(*failure);
    return beginning + encoded(profile.toUtf8()) + u'/' + encoded(queue)
        + (parameters.isEmpty() ? QString() : u'?' + parameters.join(u'&'));
}

} // namespace dueline
