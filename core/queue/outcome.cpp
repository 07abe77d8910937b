// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/outcome.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype maxPublished = 1024; // maximum size in bytes of the error, and of the output
constexpr qsizetype maxMember = 64 * 1024;

/// Returns the length of the UTF-8 sequence at `at`; 0 if it is invalid.
qsizetype utf8Length(QByteArrayView bytes, qsizetype at)
{
    const auto byte = [&](qsizetype i) { return i < bytes.size() ? uchar(bytes[i]) : uchar(0); };
    const auto follows = [&](qsizetype i) { return (byte(i) & 0xc0) == 0x80; };
    const uchar first = byte(at);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return follows(at + 1) ? 2 : 0;
    if ((first & 0xf0) == 0xe0) {
        const uchar second = byte(at + 1);
        const bool shortest = first != 0xe0 || second >= 0xa0;
        const bool surrogate = first == 0xed && second >= 0xa0;
        return shortest && !surrogate && follows(at + 1) && follows(at + 2) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const uchar second = byte(at + 1);
        const bool inRange = (first != 0xf0 || second >= 0x90) && (first != 0xf4 || second <= 0x8f);
        return inRange && follows(at + 1) && follows(at + 2) && follows(at + 3) ? 4 : 0;
    }
    return 0;
}

void appendString(QByteArray& out, QByteArrayView bytes, qsizetype limit)
{
    static constexpr char hex[] = "0123456789abcdef";
    const auto escape = [&](uchar c) {
        out.append("\\u00");
        out.append(hex[c >> 4]);
        out.append(hex[c & 15]);
    };
    out.append('"');
    for (qsizetype i = 0; i < bytes.size();) {
        const uchar c = uchar(bytes[i]);
        const qsizetype length = utf8Length(bytes, i);
        if (i + std::max<qsizetype>(length, 1) > limit)
            break;
        if (c == '"' || c == '\\') {
            out.append('\\');
            out.append(char(c));
        } else if (length == 0 || c < 0x20 || c == 0x7f) {
            escape(c);
        } else {
            out.append(bytes.data() + i, length);
        }
        i += std::max<qsizetype>(length, 1);
    }
    out.append('"');
}

void appendMember(QByteArray& out, const char* name, QByteArrayView bytes, qsizetype limit)
{
    out.append(out.endsWith('{') ? "\"" : ",\"");
    out.append(name);
    out.append("\":");
    appendString(out, bytes, limit);
}

void appendMember(QByteArray& out, const char* name, qint64 number)
{
    out.append(",\"");
    out.append(name);
    out.append("\":");
    out.append(QByteArray::number(number));
}

Error malformed(const QString& what)
{
    return {ErrorCode::Protocol, QStringLiteral("The outcomes that a worker published cannot be read: %1.").arg(what)};
}

} // namespace

QByteArray encodeOutcomes(const std::vector<Outcome>& outcomes)
{
    QByteArray out;
    out.reserve(qsizetype(outcomes.size()) * 128 + 2);
    out.append('[');
    for (const Outcome& outcome : outcomes) {
        if (!out.endsWith('['))
            out.append(',');
        out.append('{');
        appendMember(out, "id", outcome.id, maxMember);
        if (!outcome.type.isEmpty())
            appendMember(out, "type", outcome.type, maxMember);
        appendMember(out, "outcome", outcome.outcome, maxMember);
        appendMember(out, "attempt", outcome.attempt);
        appendMember(out, "worker", outcome.worker, maxMember);
        appendMember(out, "late_ms", outcome.late.count());
        appendMember(out, "run_ms", outcome.ran.count());
        if (!outcome.error.isEmpty())
            appendMember(out, "error", outcome.error, maxPublished);
        if (!outcome.output.isEmpty())
            appendMember(out, "output", outcome.output, maxPublished);
        out.append('}');
    }
    out.append(']');
    return out;
}

Result<std::vector<Outcome>> decodeOutcomes(const QByteArray& json)
{
    QJsonParseError parseError;
    const QJsonDocument document = QJsonDocument::fromJson(json, &parseError);
    if (parseError.error != QJsonParseError::NoError)
        return malformed(QStringLiteral("%1 at byte %2").arg(parseError.errorString()).arg(parseError.offset));
    if (!document.isArray())
        return malformed(QStringLiteral("it is not a list"));

    std::vector<Outcome> outcomes;
    const QJsonArray entries = document.array();
    for (const auto& value : entries) {
        const QJsonObject object = value.toObject();
        const auto text = [&](const char* name) { return object.value(QLatin1StringView(name)).toString().toUtf8(); };
        const auto number = [&](const char* name) { return object.value(QLatin1StringView(name)).toInteger(); };
        Outcome outcome;
        outcome.id = text("id");
        outcome.type = text("type");
        outcome.outcome = text("outcome");
        outcome.attempt = int(number("attempt"));
        outcome.worker = text("worker");
        outcome.late = Millis(number("late_ms"));
        outcome.ran = Millis(number("run_ms"));
        outcome.error = text("error");
        outcome.output = text("output");
        if (outcome.id.isEmpty() || outcome.outcome.isEmpty())
            return malformed(QStringLiteral("an entry has no id or no outcome"));
        for (const QByteArray& member :
            {outcome.id, outcome.type, outcome.outcome, outcome.worker, outcome.error, outcome.output}) {
            if (member.size() > maxMember)
                return malformed(QStringLiteral("a member is longer than 64 KiB"));
        }
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

} // namespace dueline
