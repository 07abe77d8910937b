// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"

#include "core/base/text.h"
#include "core/layouts/native/nativewords.h"
#include "core/queue/errors/errorexcerpt.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <charconv>
#include <limits>

namespace dueline::NativeCodec {

namespace {

/// Parses a decimal integer; nullopt for other text.
std::optional<qint64> readNumber(QByteArrayView text)
{
    qint64 number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size() || text.isEmpty())
        return std::nullopt;
    return number;
}

/// Removes the first space-separated word from `rest` and returns it.
QByteArrayView takeWord(QByteArrayView& rest)
{
    const qsizetype space = rest.indexOf(' ');
    const QByteArrayView word = space < 0 ? rest : rest.first(space);
    rest = space < 0 ? QByteArrayView() : rest.sliced(space + 1);
    return word;
}

void appendMember(QByteArray& line, const char* name, const QByteArray& value)
{
    if (line.size() > 1)
        line.append(',');
    line.append('"').append(name).append("\":").append(value);
}

Error notAnEnvelope(QByteArrayView bytes)
{
    return {ErrorCode::WrongType, nativewords::entryIsDamaged(), printable(bytes, 200)};
}

QByteArray escaped(QByteArrayView text)
{
    QByteArray out;
    out.reserve(text.size());
    for (const char c : text) {
        if (c == '\n')
            out.append("\\n");
        else if (c == '\r')
            out.append("\\r");
        else if (c == '\\')
            out.append("\\\\");
        else
            out.append(c);
    }
    return out;
}

QByteArray unescaped(QByteArrayView text)
{
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out.append(text[i]);
            continue;
        }
        const char next = text[++i];
        out.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
    }
    return out;
}

} // namespace

QByteArray encodeEnvelope(const Envelope& envelope)
{
    QByteArray out;
    out.reserve(3 + envelope.payload.size());
    out.append('{');
    const TaskOptions& options = envelope.options;
    if (options.maxAttempts)
        appendMember(out, "a", QByteArray::number(*options.maxAttempts));
    if (options.backoff)
        appendMember(out, "b", '"' + formatBackoff(*options.backoff).toUtf8() + '"');
    if (options.leaseFor)
        appendMember(out, "l", QByteArray::number(qint64(options.leaseFor->count())));
    if (options.expiresAt)
        appendMember(out, "e", QByteArray::number(toMs(*options.expiresAt)));
    if (options.keepResult)
        appendMember(out, "r", "1");
    if (envelope.addedAt)
        appendMember(out, "t", QByteArray::number(toMs(*envelope.addedAt)));
    if (envelope.bigSize)
        appendMember(out, "s", QByteArray::number(*envelope.bigSize));
    out.append("}\n");
    out.append(envelope.payload);
    return out;
}

Result<Envelope> decodeEnvelope(const QByteArray& bytes)
{
    Envelope envelope;
    if (bytes.startsWith("{}\n")) { // fast path for almost all tasks
        envelope.payload = bytes.mid(3);
        return envelope;
    }
    const qsizetype end = bytes.indexOf('\n');
    if (end < 0 || !bytes.startsWith('{'))
        return notAnEnvelope(bytes);
    QJsonParseError parseError;
    const QJsonDocument document = QJsonDocument::fromJson(bytes.first(end), &parseError);
    if (parseError.error != QJsonParseError::NoError || !document.isObject())
        return notAnEnvelope(bytes.first(end));
    const QJsonObject object = document.object();
    const auto number = [&](QLatin1StringView name) -> std::optional<qint64> {
        const QJsonValue value = object.value(name);
        return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
    };
    TaskOptions& options = envelope.options;
    if (const auto attempts = number(QLatin1StringView("a")))
        options.maxAttempts = int(std::clamp<qint64>(*attempts, 1, std::numeric_limits<int>::max()));
    if (const QJsonValue backoff = object.value(QLatin1StringView("b")); backoff.isString()) {
        const auto parsed = parseBackoff(backoff.toString());
        if (!parsed)
            return notAnEnvelope(bytes.first(end));
        options.backoff = *parsed;
    }
    if (const auto lease = number(QLatin1StringView("l")))
        options.leaseFor = Millis(*lease);
    if (const auto expires = number(QLatin1StringView("e")))
        options.expiresAt = fromMs(*expires);
    options.keepResult = number(QLatin1StringView("r")).value_or(0) == 1;
    if (const auto added = number(QLatin1StringView("t")))
        envelope.addedAt = fromMs(*added);
    if (const auto size = number(QLatin1StringView("s")); size && *size >= 0)
        envelope.bigSize = *size;
    envelope.payload = bytes.mid(end + 1);
    return envelope;
}

std::optional<Tries> decodeTries(const QByteArray& bytes)
{
    QByteArrayView rest = bytes;
    const auto attempts = readNumber(takeWord(rest));
    const auto fence = readNumber(takeWord(rest));
    const auto expiries = readNumber(takeWord(rest));
    const auto due = readNumber(takeWord(rest));
    if (!attempts || !fence || !expiries)
        return std::nullopt;
    Tries tries{int(*attempts), *fence, int(*expiries), std::nullopt};
    if (due.value_or(0) > 0)
        tries.dueAt = fromMs(*due);
    return tries;
}

std::optional<Token> decodeToken(const QByteArray& bytes)
{
    const qsizetype first = bytes.indexOf('-');
    const qsizetype last = bytes.lastIndexOf('-');
    if (first <= 0 || last <= first)
        return std::nullopt;
    const QByteArrayView nonce = QByteArrayView(bytes).sliced(first + 1, last - first - 1);
    const qsizetype dot = nonce.lastIndexOf('.');
    const auto fence = readNumber(QByteArrayView(bytes).first(first));
    const auto leasedAt = readNumber(QByteArrayView(bytes).sliced(last + 1));
    if (!fence || !leasedAt || dot <= 0)
        return std::nullopt;
    return Token{*fence, nonce.first(dot).toByteArray(), fromMs(*leasedAt)};
}

std::vector<Attempt> decodeHistory(const QByteArray& bytes)
{
    std::vector<Attempt> attempts;
    QByteArrayView rest = bytes;
    while (!rest.isEmpty()) {
        const qsizetype end = rest.indexOf('\n');
        QByteArrayView line = end < 0 ? rest : rest.first(end);
        rest = end < 0 ? QByteArrayView() : rest.sliced(end + 1);
        const auto number = readNumber(takeWord(line));
        const auto started = readNumber(takeWord(line));
        const auto ended = readNumber(takeWord(line));
        const QByteArrayView worker = takeWord(line);
        const QByteArrayView outcome = takeWord(line);
        if (!number || !started || !ended || outcome.isEmpty())
            continue; // skip an invalid line written by another program, and keep the other lines
        attempts.push_back({int(*number), worker == "-" ? QByteArray() : worker.toByteArray(), fromMs(*started),
            fromMs(*ended), outcome.toByteArray(), unescaped(line)});
    }
    return attempts;
}

QByteArray historyNote(const QByteArray& outcome, const QByteArray& error)
{
    QByteArray word = outcome.isEmpty() ? QByteArray("failed") : escaped(outcome);
    word.replace(' ', '_');
    return word + ' ' + escaped(errorExcerpt(error, maxError));
}

QByteArray encodeIds(const std::vector<TaskId>& ids)
{
    QByteArray text;
    for (const TaskId& id : ids)
        text += QByteArray::number(id.size()) + ' ' + id;
    return text;
}

std::vector<TaskId> decodeIds(const QByteArray& text)
{
    std::vector<TaskId> ids;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype space = text.indexOf(' ', at);
        bool isNumber = false;
        const qsizetype size = space < 0 ? 0 : text.mid(at, space - at).toLongLong(&isNumber);
        if (!isNumber || size < 0 || size > text.size() - space - 1)
            break; // everything from here on is invalid
        ids.push_back(text.mid(space + 1, size));
        at = space + 1 + size;
    }
    return ids;
}

std::optional<TimePoint> addedAt(const TaskId& id) { return timeOfId(id); }

std::vector<QByteArray> encodeSettings(const QueueSettings& settings)
{
    const auto ms = [](Millis duration) { return QByteArray::number(qint64(duration.count())); };
    return {"attempts", QByteArray::number(settings.retry.maxAttempts), "backoff",
        formatBackoff(settings.retry.backoff).toUtf8(), "lease", ms(settings.leaseFor), "keep_done",
        ms(settings.keepDone), "keep_failed", ms(settings.keepFailed), "keep_trash", ms(settings.keepTrash),
        "keep_undo", ms(settings.keepUndo), "max_expiries", QByteArray::number(settings.maxExpiries), "keep_results",
        settings.keepResults ? "1" : "0", "keep_runs", settings.keepRuns ? "1" : "0", "expires",
        ms(settings.expiresAfter)};
}

QueueSettings decodeSettings(const std::vector<std::pair<QByteArray, QByteArray>>& fields)
{
    QueueSettings settings;
    for (const auto& [name, value] : fields) {
        if (name == "backoff") {
            if (const auto backoff = parseBackoff(QString::fromUtf8(value)))
                settings.retry.backoff = *backoff;
            continue;
        }
        const auto number = readNumber(value);
        if (!number || *number < 0)
            continue; // the value is invalid: keep the default
        if (name == "attempts" && *number > 0)
            settings.retry.maxAttempts = int(std::min<qint64>(*number, std::numeric_limits<int>::max()));
        else if (name == "lease" && *number > 0)
            settings.leaseFor = std::min(Millis(*number), maxLease);
        else if (name == "keep_done")
            settings.keepDone = Millis(*number);
        else if (name == "keep_failed")
            settings.keepFailed = Millis(*number);
        else if (name == "keep_trash")
            settings.keepTrash = Millis(*number);
        else if (name == "keep_undo")
            settings.keepUndo = Millis(*number);
        else if (name == "max_expiries" && *number > 0)
            settings.maxExpiries = int(std::min<qint64>(*number, std::numeric_limits<int>::max()));
        else if (name == "keep_results")
            settings.keepResults = *number == 1;
        else if (name == "keep_runs")
            settings.keepRuns = *number == 1;
        else if (name == "expires")
            settings.expiresAfter = Millis(*number);
    }
    return settings;
}

} // namespace dueline::NativeCodec
