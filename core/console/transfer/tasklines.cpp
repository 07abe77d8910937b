// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/tasklines.h"

#include "core/base/duration.h"
#include "core/base/epochnumber.h"
#include "core/base/text.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr qint64 farthest = 9'000'000'000'000'000; // latest time in ms that a score can represent exactly

Error unfit(const QString& why) { return {ErrorCode::Usage, why}; }

void appendString(QByteArray& out, QByteArrayView text)
{
    constexpr char digits[] = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (quint8(c) < 0x20 || c == 0x7f) {
            out += "\\u00";
            out += digits[quint8(c) >> 4];
            out += digits[quint8(c) & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

void appendName(QByteArray& out, QByteArrayView name)
{
    if (!out.endsWith('{'))
        out += ',';
    out += '"';
    out += name;
    out += "\":";
}

void appendBytes(QByteArray& out, const QByteArray& name, QByteArrayView bytes)
{
    // A reader would remove a byte order mark at the start of a text, so write such texts as base64.
    if (QUtf8StringView(bytes.data(), bytes.size()).isValidUtf8() && !bytes.startsWith("\xEF\xBB\xBF")) {
        appendName(out, name);
        appendString(out, bytes);
    } else {
        appendName(out, name + "_base64");
        appendString(out, bytes.toByteArray().toBase64());
    }
}

void appendNumber(QByteArray& out, QByteArrayView name, qint64 number)
{
    appendName(out, name);
    out += QByteArray::number(number);
}

/// Appends an instant. If the reader would refuse the number as implausible (instantOfNumber()), also appends the time
/// as text; the reader then compares the two.
void appendInstant(QByteArray& out, const QByteArray& name, TimePoint at)
{
    appendNumber(out, name + "_ms", toMs(at));
    if (!instantOfNumber(toMs(at))) {
        appendName(out, name);
        appendString(out, formatInstant(at).toLatin1());
    }
}

/// Appends the facts. Leaves out the beginning of the stored data if the complete data is appended as a separate
/// member.
void appendFacts(QByteArray& out, const TaskDetail& detail)
{
    bool isFirst = true;
    for (const TaskFact& fact : detail.facts) {
        if (fact.name == "stored" && !detail.stored.isEmpty())
            continue;
        out += isFirst ? ",\"facts\":[{" : ",{";
        isFirst = false;
        appendBytes(out, "name", fact.name);
        appendBytes(out, "value", fact.value);
        out += '}';
    }
    if (!isFirst)
        out += ']';
}

/// Members of a task's object, and the first error found in them.
class LineMembers
{
public:
    explicit LineMembers(QJsonObject object)
        : m_object(std::move(object))
    { }

    std::optional<qint64> number(const auto& name, qint64 least = -farthest, qint64 most = farthest)
    {
        const QJsonValue value = m_object.value(name);
        if (value.isUndefined() || value.isNull())
            return std::nullopt;
        const double real = value.toDouble(0.5);
        if (!value.isDouble() || real != double(value.toInteger()) || real < double(least) || real > double(most)) {
            fail(value.isDouble() ? u"\"%1\" is out of range or not a whole number"_s.arg(name)
                                  : u"\"%1\" is not a whole number"_s.arg(name));
            return std::nullopt;
        }
        return value.toInteger();
    }
    /// Reads an instant from NAME_ms (a number) or NAME (text). If both are present, as implausible numbers require,
    /// they must be equal.
    std::optional<TimePoint> instant(QLatin1StringView name)
    {
        const QString numberName = name + "_ms"_L1;
        const QJsonValue value = m_object.value(numberName);
        const QJsonValue written = m_object.value(name);
        std::optional<TimePoint> said;
        if (written.isString()) {
            const auto read = parseInstant(written.toString());
            if (!read)
                fail(u"\"%1\": %2"_s.arg(name, read.error().message.chopped(1)));
            else
                said = *read;
        } else if (!written.isUndefined() && !written.isNull()) {
            fail(u"\"%1\" is not text such as \"2026-11-21T08:00:00Z\"; use \"%2\" for milliseconds since 1970"_s.arg(
                name, numberName));
        }
        if (value.isString())
            fail(u"\"%1\" is not a whole number; use \"%2\" for a time in words"_s.arg(numberName, name));
        if (value.isUndefined() || value.isNull() || !m_why.isEmpty())
            return said;
        if (const auto read = instantOfNumber(value.toInteger()); !read && !said) {
            fail(u"\"%1\": %2"_s.arg(numberName, read.error().message.chopped(1)));
            return std::nullopt;
        }
        const auto ms = number(numberName);
        if (ms && said && *ms != toMs(*said))
            fail(u"\"%1\" and \"%2\" are not the same instant"_s.arg(name, numberName));
        return ms ? std::optional(fromMs(*ms)) : std::nullopt;
    }
    bool flag(QLatin1StringView name)
    {
        const QJsonValue value = m_object.value(name);
        if (!value.isUndefined() && !value.isNull() && !value.isBool())
            fail(u"\"%1\" is neither true nor false"_s.arg(name));
        return value.toBool();
    }
    /// Reads NAME (text) or NAME_base64.
    std::optional<QByteArray> bytes(QLatin1StringView name)
    {
        const QJsonValue text = m_object.value(name);
        const QString encodedName = name + "_base64"_L1;
        const QJsonValue encoded = m_object.value(encodedName);
        if (!encoded.isUndefined() && !encoded.isNull()) {
            if (!text.isUndefined() && !text.isNull())
                fail(u"it has both \"%1\" and \"%2\""_s.arg(name, encodedName));
            const auto decoded = QByteArray::fromBase64Encoding(
                encoded.toString().toUtf8(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
            if (!encoded.isString() || !decoded)
                fail(u"\"%1\" is not base64"_s.arg(encodedName));
            return decoded.decoded;
        }
        if (text.isUndefined() || text.isNull())
            return std::nullopt;
        if (!text.isString() || !text.toString().isValidUtf16()) {
            fail(text.isString() ? u"\"%1\" contains half of a surrogate pair"_s.arg(name)
                                 : u"\"%1\" is not text"_s.arg(name));
        }
        return text.toString().toUtf8();
    }
    QString text(QLatin1StringView name) { return QString::fromUtf8(bytes(name).value_or(QByteArray())); }
    QJsonValue value(QLatin1StringView name) const { return m_object.value(name); }

    void fail(const QString& why)
    {
        if (m_why.isEmpty())
            m_why = why;
    }
    const QString& why() const { return m_why; }

private:
    QJsonObject m_object;
    QString m_why;
};

std::optional<TaskPlace> readPlace(LineMembers& members)
{
    const QJsonValue value = members.value("restores_to"_L1);
    if (!value.isObject()) {
        if (!value.isUndefined() && !value.isNull())
            members.fail(u"\"restores_to\" is not an object"_s);
        return std::nullopt;
    }
    LineMembers place(value.toObject());
    const auto state = stateFromName(place.text("state"_L1).toUtf8());
    const auto at = place.instant("at"_L1);
    if (!state || !at || !place.why().isEmpty()) {
        members.fail(place.why().isEmpty() ? u"\"restores_to\" has no state and instant"_s
                                           : u"\"restores_to\" is not valid: "_s + place.why());
        return std::nullopt;
    }
    return TaskPlace{*state, *at};
}

/// Reads a list of objects. `read`: returns an item's value.
template <typename Read> auto readList(LineMembers& members, QLatin1StringView name, Read read)
{
    std::vector<decltype(read(members))> items;
    const QJsonValue value = members.value(name);
    if (!value.isUndefined() && !value.isNull() && !value.isArray())
        members.fail(u"\"%1\" is not a list"_s.arg(name));
    const QJsonArray array = value.toArray();
    for (const QJsonValueConstRef item : array) {
        LineMembers one(item.toObject());
        items.push_back(read(one));
        if (!item.isObject())
            members.fail(u"one of \"%1\" is not an object"_s.arg(name));
        else if (!one.why().isEmpty())
            members.fail(u"one of \"%1\" is not valid: "_s.arg(name) + one.why());
    }
    return items;
}

Attempt readAttempt(LineMembers& members)
{
    Attempt attempt;
    attempt.number = int(members.number("number"_L1, 0, std::numeric_limits<int>::max()).value_or(0));
    attempt.worker = members.bytes("worker"_L1).value_or(QByteArray());
    attempt.startedAt = members.instant("started"_L1).value_or(TimePoint());
    attempt.endedAt = members.instant("ended"_L1).value_or(attempt.startedAt);
    attempt.outcome = members.bytes("outcome"_L1).value_or("failed");
    attempt.error = members.bytes("error"_L1).value_or(QByteArray());
    return attempt;
}

TaskFact readFact(LineMembers& members)
{
    return {members.bytes("name"_L1).value_or(QByteArray()), members.bytes("value"_L1).value_or(QByteArray())};
}

} // namespace

QByteArray taskLine(const TaskRecord& whole, bool masked)
{
    const TaskDetail& detail = whole.detail;
    const Task& task = detail.task;
    QByteArray out = "{";
    out.reserve(whole.payload.size() + 256);
    appendBytes(out, "id", task.id);
    appendBytes(out, "type", typeOf(task));
    if (!task.exact.isEmpty() && !masked)
        appendBytes(out, "exact", task.exact);
    appendName(out, "state");
    appendString(out, stateName(task.state));
    if (isRecorded(task))
        appendInstant(out, "at", task.at);
    if (task.dueAt)
        appendInstant(out, "due", *task.dueAt);
    if (detail.firstDue)
        appendInstant(out, "first_due", *detail.firstDue);
    if (task.addedAt)
        appendInstant(out, "added", *task.addedAt);
    if (task.attempt > 0)
        appendNumber(out, "attempt", task.attempt);
    if (detail.fence > 0)
        appendNumber(out, "leases", detail.fence);
    if (detail.expiries > 0)
        appendNumber(out, "expiries", detail.expiries);
    const TaskOptions& options = detail.options;
    if (options.maxAttempts)
        appendNumber(out, "max_attempts", *options.maxAttempts);
    if (options.backoff)
        appendBytes(out, "backoff", formatBackoff(*options.backoff).toUtf8());
    if (options.leaseFor)
        appendNumber(out, "lease_ms", options.leaseFor->count());
    if (options.expiresAt)
        appendInstant(out, "expires", *options.expiresAt);
    if (options.keepResult)
        out += ",\"keep_result\":true";
    if (detail.restoresTo) {
        out += ",\"restores_to\":{\"state\":";
        appendString(out, stateName(detail.restoresTo->state));
        appendInstant(out, "at", detail.restoresTo->at);
        out += '}';
    }
    if (!task.nativeState.isEmpty())
        appendBytes(out, "native_state", task.nativeState);
    if (!task.ownQueue.isEmpty())
        appendBytes(out, "own_queue", task.ownQueue);
    if (masked)
        out += ",\"masked\":true";
    appendBytes(out, "payload", whole.payload);
    if (!detail.stored.isEmpty())
        appendBytes(out, "stored", detail.stored);
    appendFacts(out, detail);
    if (detail.result)
        appendBytes(out, "result", *detail.result);
    if (!detail.attempts.empty()) {
        out += ",\"attempts\":[";
        for (const Attempt& attempt : detail.attempts) {
            if (!out.endsWith('['))
                out += ',';
            out += '{';
            appendNumber(out, "number", attempt.number);
            appendInstant(out, "started", attempt.startedAt);
            appendInstant(out, "ended", attempt.endedAt);
            appendBytes(out, "worker", attempt.worker);
            appendBytes(out, "outcome", attempt.outcome);
            appendBytes(out, "error", attempt.error);
            out += '}';
        }
        out += ']';
    }
    out += "}\n";
    return out;
}

Result<> completeTask(TaskRecord& whole, const QByteArray& type, const QByteArray& seed, TimePoint now)
{
    Task& task = whole.detail.task;
    if (task.id.isEmpty()) {
        if (type.isEmpty())
            return unfit(u"it has neither an \"id\" nor a \"type\""_s);
        const QByteArray digest = QCryptographicHash::hash(seed, QCryptographicHash::Sha256)
                                      .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals);
        // a digest rather than a time-based id, even if it looks like one
        task.id = taskIdFor(type, digest.first(20));
    } else if (!type.isEmpty() && typeOf(task.id) != type && task.id.contains('#')) {
        // Don't add the type to an id that already has one: users couldn't find the task by the id in the file.
        return unfit(
            u"the id \"%1\" has the type \"%2\", not \"%3\"; remove the type, or the part before # in the id"_s.arg(
                printable(task.id, 60), printable(typeOf(task.id).toByteArray(), 40), printable(type, 40)));
    } else if (!type.isEmpty() && typeOf(task.id) != type) {
        task.id = taskIdFor(type, task.id);
    }
    if (const auto checked = checkType(typeOf(task.id)); !checked)
        return unfit(checked.error().message.chopped(1));
    if (StateSet::pending().contains(task.state)) {
        // Without a time, the task is due immediately by any clock.
        task.untimed = !task.dueAt && toMs(task.at) == 0;
        task.at = task.dueAt.value_or(task.untimed ? now : task.at);
    } else if (task.state == TaskState::Leased) {
        task.at = task.dueAt.value_or(now);
    } else if (toMs(task.at) == 0) {
        task.at = now;
    }
    return {};
}

Result<TaskRecord> readTaskLine(const QByteArray& marked, const QByteArray& seed, TimePoint now)
{
    // Some editors put a byte order mark at the start of a file.
    const QByteArray line = marked.startsWith("\xEF\xBB\xBF") ? marked.mid(3) : marked;
    if (line.startsWith("\xFF\xFE") || line.startsWith("\xFE\xFF"))
        return unfit(u"it is UTF-16, not UTF-8; convert the file with iconv -f UTF-16 -t UTF-8"_s);
    if (line.contains('\0'))
        return unfit(u"it contains a zero byte, which is not JSON"_s);
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(line, &problem);
    if (problem.error != QJsonParseError::NoError)
        return unfit(u"it is not JSON: %1 at byte %2"_s.arg(problem.errorString()).arg(problem.offset));
    if (!document.isObject())
        return unfit(u"it is not a JSON object"_s);
    LineMembers members(document.object());
    if (members.flag("masked"_L1))
        return unfit(u"its payload is masked, so the task cannot be added"_s);
    TaskRecord whole;
    TaskDetail& detail = whole.detail;
    Task& task = detail.task;
    task.id = members.bytes("id"_L1).value_or(QByteArray());
    const QByteArray type = members.bytes("type"_L1).value_or(QByteArray());
    if (const QByteArray exact = members.bytes("exact"_L1).value_or(QByteArray()); !ownIdIn(exact).isEmpty())
        task.exact = exact;
    const QByteArray state = members.bytes("state"_L1).value_or(QByteArray("scheduled"));
    if (const auto known = stateFromName(state))
        task.state = *known;
    else
        members.fail(u"\"%1\" is not a state"_s.arg(printable(state, 40)));
    task.at = members.instant("at"_L1).value_or(TimePoint());
    task.dueAt = members.instant("due"_L1);
    task.addedAt = members.instant("added"_L1);
    detail.firstDue = members.instant("first_due"_L1);
    task.attempt = int(members.number("attempt"_L1, 0, std::numeric_limits<int>::max()).value_or(0));
    detail.fence = members.number("leases"_L1, 0).value_or(0);
    detail.expiries = int(members.number("expiries"_L1, 0, std::numeric_limits<int>::max()).value_or(0));
    if (const auto most = members.number("max_attempts"_L1, 1, std::numeric_limits<int>::max()))
        detail.options.maxAttempts = int(*most);
    if (const QString text = members.text("backoff"_L1); !text.isEmpty()) {
        if (const auto backoff = parseBackoff(text))
            detail.options.backoff = *backoff;
        else
            members.fail(u"\"backoff\" is not a valid backoff"_s);
    }
    if (const auto lease = members.number("lease_ms"_L1, 1))
        detail.options.leaseFor = Millis(*lease);
    detail.options.expiresAt = members.instant("expires"_L1);
    detail.options.keepResult = members.flag("keep_result"_L1);
    detail.restoresTo = readPlace(members);
    detail.attempts = readList(members, "attempts"_L1, readAttempt);
    detail.result = members.bytes("result"_L1);
    task.nativeState = members.bytes("native_state"_L1).value_or(QByteArray());
    task.ownQueue = members.bytes("own_queue"_L1).value_or(QByteArray());
    detail.stored = members.bytes("stored"_L1).value_or(QByteArray());
    detail.facts = readList(members, "facts"_L1, readFact);
    whole.payload = members.bytes("payload"_L1).value_or(QByteArray());
    task.size = whole.payload.size();
    if (!members.why().isEmpty())
        return unfit(members.why());
    if (const auto complete = completeTask(whole, type, seed, now); !complete)
        return complete.error();
    return whole;
}

} // namespace dueline
