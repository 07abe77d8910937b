// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskfilter.h"

#include "core/base/duration.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/errors/errortemplate.h"
#include "core/queue/jsonpath.h"
#include "core/queue/readabletext.h"
#include "core/queue/taskfilterparser.h"

#include <algorithm>

namespace dueline {

namespace {

using Field = TaskFilter::Term::Field;
using Op = TaskFilter::Term::Op;

bool compares(qint64 left, Op op, qint64 right)
{
    switch (op) {
    case Op::Is:
        return left == right;
    case Op::Less:
        return left < right;
    case Op::LessEqual:
        return left <= right;
    case Op::Greater:
        return left > right;
    case Op::GreaterEqual:
        return left >= right;
    }
    Q_UNREACHABLE();
    return false;
}

qint64 instantOf(const TaskFilter::Term& term, TimePoint now) { return term.number + (term.relative ? toMs(now) : 0); }

bool comparesTime(const std::optional<TimePoint>& time, const TaskFilter::Term& term, TimePoint now)
{
    return time && compares(toMs(*time), term.op, instantOf(term, now));
}

/// Returns the time of the state; nullopt if the claim or the end wasn't recorded.
std::optional<TimePoint> instantOf(const Task& task)
{
    // The epoch is a valid due time. For other times, it means "unknown".
    const bool isKnown = isRecorded(task) || StateSet::pending().contains(task.state);
    return isKnown ? std::optional(task.at) : std::nullopt;
}

/// Returns whether a term compares a time that isn't known for the task.
bool lacksTime(const Task& task, Field field)
{
    switch (field) {
    case Field::Due:
        return !task.dueAt;
    case Field::Added:
        return !task.addedAt;
    case Field::At:
        return !instantOf(task);
    default:
        return false;
    }
}

/// Task with its decoded text. Decodes each string only once, even if several terms use it.
class ReadTask
{
public:
    ReadTask(const Task& theTask, QByteArrayView payload, QByteArrayView searched, const PayloadTexts* texts)
        : task(theTask)
        , queue(theTask.ownQueue.isEmpty() ? searched : QByteArrayView(theTask.ownQueue))
        , error(theTask.error)
        , m_bytes(payload)
        , m_payload(payload)
        , m_texts(texts)
    { }

    bool payloadContains(QByteArrayView part)
    {
        if (m_payload.contains(part))
            return true;
        if (!m_texts || !m_texts->reads(typeOf(task), m_bytes, m_bytes.size()))
            return false;
        if (!m_read) {
            m_text = m_texts->textOf(typeOf(task), m_bytes);
            m_read.emplace(m_text);
        }
        return m_read->contains(part);
    }

    /// Returns the values at a path in the payload.
    std::vector<QJsonValue> valuesAt(const QByteArray& path)
    {
        if (!m_document) {
            const bool isRead = m_texts && m_texts->reads(typeOf(task), m_bytes, m_bytes.size());
            m_document = jsonDocument(isRead ? QByteArrayView(m_texts->textOf(typeOf(task), m_bytes)) : m_bytes)
                             .value_or(QJsonValue());
        }
        const auto parsed = JsonPath::parse(QString::fromUtf8(path));
        return parsed && !m_document->isNull() ? parsed->valuesIn(*m_document) : std::vector<QJsonValue>();
    }

    const Task& task;
    QByteArrayView queue; ///< queue that contains the task
    ReadableText error;

private:
    QByteArrayView m_bytes;
    ReadableText m_payload;
    const PayloadTexts* m_texts;
    QByteArray m_text; ///< payload converted to text
    std::optional<QJsonValue> m_document; ///< parsed payload, created on demand; Null if it isn't JSON
    std::optional<ReadableText> m_read; ///< text with decoded escapes, created on demand
};

/// Returns whether a pattern that contains `~` matches a task's exact name, in full or in the shortened form. Lists
/// show the shortened form only for tasks with the same id.
bool matchesExact(const QByteArray& pattern, const Task& task)
{
    constexpr qsizetype shownDigits = 8;
    if (task.exact.isEmpty() || !pattern.contains('~'))
        return false;
    const QByteArrayView exact = task.exact;
    return matchesPattern(pattern, exact)
        || matchesPattern(pattern, exact.first(ownIdOf(task).size() + 1 + shownDigits));
}

/// Returns whether a term matches, ignoring its negation.
bool holds(const TaskFilter::Term& term, ReadTask& read, TimePoint now)
{
    const Task& task = read.task;
    switch (term.field) {
    case Field::State:
        return term.states.contains(task.state);
    case Field::Type:
        return matchesPattern(term.text, typeOf(task));
    case Field::Id:
        return matchesPattern(term.text, task.id) || matchesPattern(term.text, ownIdOf(task))
            || matchesExact(term.text, task);
    case Field::Error:
        return read.error.contains(term.text);
    case Field::SameError:
        return errorPattern(task.error) == term.text;
    case Field::Kind:
        return ErrorTemplate(term.text).covers(errorText(task.error));
    case Field::Payload:
        return read.payloadContains(term.text);
    case Field::Worker:
        return !task.worker.isEmpty() && matchesPattern(term.text + '*', task.worker);
    case Field::Native:
        return !task.nativeState.isEmpty() && matchesPattern(term.text, task.nativeState);
    case Field::Queue:
        return matchesPattern(term.text, read.queue);
    case Field::Json: {
        const std::vector<QJsonValue> values = read.valuesAt(term.path);
        return std::any_of(values.begin(), values.end(),
            [&term](const QJsonValue& value) { return term.isPresence || hasText(value, term.text); });
    }
    case Field::Any:
        return ReadableText::containsFolded(task.id, term.text) || read.error.contains(term.text)
            || read.payloadContains(term.text);
    case Field::Attempt:
        return compares(task.attempt, term.op, term.number);
    case Field::Size:
        return compares(task.size, term.op, term.number);
    case Field::Due:
        return comparesTime(task.dueAt, term, now);
    case Field::Added:
        return comparesTime(task.addedAt, term, now);
    case Field::At:
        return comparesTime(instantOf(task), term, now);
    }
    Q_UNREACHABLE();
    return false;
}

/// Returns whether a term limits the due time of pending tasks.
bool boundsDue(const TaskFilter::Term& term)
{
    return (term.field == Field::Due || term.field == Field::At) && term.op != Op::Is;
}

/// Returns whether a term uses the payload.
bool readsPayload(const TaskFilter::Term& term)
{
    return term.field == Field::Payload || term.field == Field::Any || term.field == Field::Json;
}

bool boundsAt(const TaskFilter::Term& term) { return term.field == Field::At && term.op != Op::Is; }

Op negatedOp(Op op)
{
    switch (op) {
    case Op::Is:
        return Op::Is;
    case Op::Less:
        return Op::GreaterEqual;
    case Op::LessEqual:
        return Op::Greater;
    case Op::Greater:
        return Op::LessEqual;
    case Op::GreaterEqual:
        return Op::Less;
    }
    Q_UNREACHABLE();
    return op;
}

} // namespace

Result<TaskFilter> TaskFilter::parse(const QString& text, const FilterClock& clock)
{
    auto parsed = parseWithPosition(text, clock);
    if (const auto* error = std::get_if<ParseError>(&parsed)) {
        // The next line contains a caret. Replace characters that would break the line with spaces, so that the caret
        // lines up with the error.
        QString shown = text;
        for (QChar& c : shown) {
            if (!c.isPrint())
                c = u' ';
        }
        return Error{ErrorCode::Usage,
            error->message + QStringLiteral(".\n") + shown + u'\n' + QString(error->position, u' ') + u'^'};
    }
    return std::get<TaskFilter>(std::move(parsed));
}

std::variant<TaskFilter, TaskFilter::ParseError> TaskFilter::parseWithPosition(
    const QString& text, const FilterClock& clock)
{
    TaskFilterParser parser(text, clock);
    auto parsed = parser.parse();
    if (const auto* error = std::get_if<ParseError>(&parsed))
        return *error;
    TaskFilter filter;
    filter.m_terms = std::get<std::vector<Term>>(std::move(parsed));
    filter.m_text = text;
    filter.m_readTimes = parser.readTimes();
    return filter;
}

QString TaskFilter::fixedText() const
{
    QString fixed = m_text;
    for (auto read = m_readTimes.rbegin(); read != m_readTimes.rend(); ++read)
        fixed.replace(read->position, read->size, formatInstant(read->at));
    return fixed;
}

StateSet TaskFilter::states() const
{
    StateSet states = StateSet::all();
    for (const Term& term : m_terms) {
        if (term.field == Field::State)
            states = states.intersected(term.negated ? term.states.complement() : term.states);
        else if (term.field == Field::Worker && !term.negated)
            states = states.intersected({TaskState::Leased});
    }
    return states;
}

bool TaskFilter::needsPayload() const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [](const Term& term) { return readsPayload(term); });
}

bool TaskFilter::excludesByPayload() const
{
    return std::any_of(
        m_terms.begin(), m_terms.end(), [](const Term& term) { return term.negated && readsPayload(term); });
}

bool TaskFilter::needsDetail() const
{
    return std::any_of(m_terms.begin(), m_terms.end(), [](const Term& term) {
        return term.field != Field::State && term.field != Field::Type && term.field != Field::Id
            && term.field != Field::Payload && term.field != Field::Json && term.field != Field::At
            && term.field != Field::Native && term.field != Field::Queue;
    });
}

bool TaskFilter::asksOnly(std::initializer_list<Field> fields) const
{
    return std::all_of(m_terms.begin(), m_terms.end(),
        [&](const Term& term) { return std::find(fields.begin(), fields.end(), term.field) != fields.end(); });
}

TaskFilter TaskFilter::wanted(std::initializer_list<Field> fields) const
{
    TaskFilter some;
    some.m_texts = m_texts;
    std::copy_if(m_terms.begin(), m_terms.end(), std::back_inserter(some.m_terms), [&](const Term& term) {
        return !term.negated && std::find(fields.begin(), fields.end(), term.field) != fields.end();
    });
    return some;
}

TaskFilter TaskFilter::on(std::initializer_list<Field> fields) const
{
    TaskFilter some;
    std::copy_if(m_terms.begin(), m_terms.end(), std::back_inserter(some.m_terms),
        [&](const Term& term) { return std::find(fields.begin(), fields.end(), term.field) != fields.end(); });
    return some;
}

TaskFilter TaskFilter::without(std::initializer_list<Field> fields) const
{
    TaskFilter some;
    std::copy_if(m_terms.begin(), m_terms.end(), std::back_inserter(some.m_terms),
        [&](const Term& term) { return std::find(fields.begin(), fields.end(), term.field) == fields.end(); });
    return some;
}

namespace {

/// Returns the latest lower bound or the earliest upper bound.
template <typename Bounds>
std::optional<TimePoint> tightest(const std::vector<TaskFilter::Term>& terms, bool lower, TimePoint now, Bounds bounds)
{
    const Op strict = lower ? Op::Greater : Op::Less;
    const Op inclusive = lower ? Op::GreaterEqual : Op::LessEqual;
    std::optional<qint64> tight;
    for (const TaskFilter::Term& term : terms) {
        const Op op = term.negated ? negatedOp(term.op) : term.op;
        if (!bounds(term) || (op != strict && op != inclusive))
            continue;
        const qint64 bound = instantOf(term, now) + (op != strict ? 0 : lower ? 1 : -1);
        tight = lower ? std::max(tight.value_or(bound), bound) : std::min(tight.value_or(bound), bound);
    }
    return tight ? std::optional(fromMs(*tight)) : std::nullopt;
}

} // namespace

std::optional<TimePoint> TaskFilter::dueFrom(TimePoint now) const { return tightest(m_terms, true, now, &boundsDue); }

std::optional<TimePoint> TaskFilter::dueUntil(TimePoint now) const { return tightest(m_terms, false, now, &boundsDue); }

std::optional<TimePoint> TaskFilter::atFrom(TimePoint now) const { return tightest(m_terms, true, now, &boundsAt); }

std::optional<TimePoint> TaskFilter::atUntil(TimePoint now) const { return tightest(m_terms, false, now, &boundsAt); }

TaskFilter TaskFilter::withinLayout(QByteArrayView layoutId) const
{
    TaskFilter filter = *this;
    const QByteArray ending = '@' + layoutId.toByteArray();
    for (Term& term : filter.m_terms) {
        if (term.field == Field::Queue && term.text.size() > ending.size() && term.text.endsWith(ending))
            term.text.chop(ending.size());
    }
    return filter;
}

bool TaskFilter::matches(const Task& task, QByteArrayView payload, TimePoint now, QByteArrayView queue) const
{
    ReadTask read(task, payload, queue, m_texts.get());
    return std::all_of(m_terms.begin(), m_terms.end(),
        [&](const Term& term) { return !lacksTime(task, term.field) && holds(term, read, now) != term.negated; });
}

QString quotedForFilter(QString text)
{
    text.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    return u'"' + text + u'"';
}

bool matchesPattern(QByteArrayView pattern, QByteArrayView text)
{
    const qsizetype firstStar = pattern.indexOf('*');
    if (firstStar < 0)
        return pattern == text;
    // The text before the first star and after the last star is anchored. The parts in between are matched from left to
    // right.
    const qsizetype lastStar = pattern.lastIndexOf('*');
    const QByteArrayView head = pattern.first(firstStar);
    const QByteArrayView tail = pattern.sliced(lastStar + 1);
    if (text.size() < head.size() + tail.size() || !text.startsWith(head) || !text.endsWith(tail))
        return false;
    QByteArrayView rest = text.sliced(head.size(), text.size() - head.size() - tail.size());
    for (qsizetype star = firstStar; star < lastStar;) {
        const qsizetype next = pattern.indexOf('*', star + 1);
        const QByteArrayView part = pattern.sliced(star + 1, next - star - 1);
        const qsizetype found = rest.indexOf(part);
        if (found < 0)
            return false;
        rest = rest.sliced(found + part.size());
        star = next;
    }
    return true;
}

} // namespace dueline
