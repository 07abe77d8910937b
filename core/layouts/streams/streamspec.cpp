// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamspec.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/layouts/port/layouttext.h"

#include <QStringList>

namespace dueline {

namespace {

constexpr QByteArrayView streamName = "stream";
constexpr Millis shortestIdle{secondMs};
constexpr Millis longestIdle{30 * dayMs};

Error wrongStream(const QString& text, const QString& what)
{
    return {ErrorCode::Usage, QStringLiteral("The layout \"%1\" %2").arg(printable(text.toUtf8(), 100), what)};
}

QByteArray encodedName(QByteArray part) { return part.replace('%', "%25").replace('/', "%2F"); }

QByteArray decodedName(QByteArray part) { return part.replace("%2F", "/").replace("%2f", "/").replace("%25", "%"); }

/// Sets a parameter. Returns why the value is invalid; empty if it is valid.
QString assignStream(StreamSpec& spec, QByteArrayView name, QByteArrayView value)
{
    if (name == "idle") {
        const auto length = parseDuration(QString::fromUtf8(value));
        const bool fits = length && *length >= shortestIdle && *length <= longestIdle;
        if (fits)
            spec.idle = *length;
        return fits ? QString() : QStringLiteral("needs an idle time between 1s and 30d, for example idle=10m.");
    }
    if (name == "group") {
        spec.group = decodedPart(value);
        return {};
    }
    QByteArray* const part = name == "dead" ? &spec.dead
        : name == "delayed"                 ? &spec.delayed
        : name == "payload"                 ? &spec.payload
                                            : nullptr;
    if (!part) {
        return QStringLiteral("has an unknown parameter \"%1\"; it accepts group, dead, delayed, idle and payload.")
            .arg(printable(name, 40));
    }
    *part = decodedPart(value);
    return part->isEmpty() ? QStringLiteral("needs a value after %1=.").arg(QString::fromLatin1(name)) : QString();
}

} // namespace

QString StreamSpec::text() const
{
    QString text = QString::fromLatin1(streamName);
    if (key.isEmpty())
        return text;
    text += u':' + encodedPart(key);
    QStringList parameters;
    if (group)
        parameters << QStringLiteral("group=") + encodedPart(*group);
    if (!dead.isEmpty())
        parameters << QStringLiteral("dead=") + encodedPart(dead);
    if (!delayed.isEmpty())
        parameters << QStringLiteral("delayed=") + encodedPart(delayed);
    if (idle != usualIdle)
        parameters << QStringLiteral("idle=") + formatDuration(idle);
    if (!payload.isEmpty())
        parameters << QStringLiteral("payload=") + encodedPart(payload);
    return parameters.isEmpty() ? text : text + u'?' + parameters.join(u'&');
}

Result<StreamSpec> parseStream(const QString& text)
{
    const QByteArray given = text.toUtf8();
    StreamSpec spec;
    if (given == streamName)
        return spec;
    const QByteArray lead = streamName.toByteArray() + ':';
    if (!given.startsWith(lead))
        return wrongStream(text, QStringLiteral("is not a stream layout: use stream or stream:KEY."));
    const qsizetype question = given.indexOf('?');
    spec.key = decodedPart(
        QByteArrayView(given).sliced(lead.size()).first((question < 0 ? given.size() : question) - lead.size()));
    if (spec.key.isEmpty())
        return wrongStream(text, QStringLiteral("has an empty key: use stream:KEY, or stream for all streams."));
    for (const QByteArray& parameter : question < 0 ? QByteArrayList() : given.mid(question + 1).split('&')) {
        const qsizetype equals = parameter.indexOf('=');
        if (equals < 1)
            return wrongStream(text, QStringLiteral("needs parameters of the form name=value, joined by &."));
        const QString wrong
            = assignStream(spec, QByteArrayView(parameter).first(equals), QByteArrayView(parameter).sliced(equals + 1));
        if (!wrong.isEmpty())
            return wrongStream(text, wrong);
    }
    return spec;
}

StreamQueueName StreamQueueName::of(const QueueName& name)
{
    const qsizetype slash = name.indexOf('/');
    if (slash < 0)
        return {decodedName(name), std::nullopt};
    return {decodedName(name.left(slash)), decodedName(name.mid(slash + 1))};
}

QueueName StreamQueueName::text() const
{
    return group ? encodedName(key) + '/' + encodedName(*group) : encodedName(key);
}

} // namespace dueline
