// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativesearch.h"

#include "core/base/epochnumber.h"
#include "core/layouts/native/nativepayload.h"
#include "core/layouts/port/portwords.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/readabletext.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

#include <algorithm>

namespace dueline {

namespace {

using Term = TaskFilter::Term;
using Field = Term::Field;

using Roles = std::array<const char*, 6>;
constexpr Roles usualOrder{"pending", "retry", "leased", "failed", "done", "trash"};
/// The sets, in descending order of the number of errors they usually contain.
constexpr Roles byError{"failed", "retry", "leased", "done", "trash", "pending"};
// maximum number of members examined per script call; the script also stops after half a millisecond
constexpr int maxExaminedPerCall = 1000;
constexpr qint64 year2020 = 1'577'836'800'000; ///< start of the range of times that timeOfId() recognizes
constexpr qint64 bigPiece = 256 * 1024; ///< number of bytes to read at a time from a large payload
static_assert(bigPiece >= PayloadTexts::headBytes);

/// Escapes a string as in the history. If a string contains another string, its escaped form contains the other's
/// escaped form.
QByteArray asInHistory(const QByteArray& text)
{
    const QByteArray note = NativeCodec::historyNote("x", text);
    return note.mid(2);
}

/// Returns the beginning of the unique part of an id created at `ms`.
QByteArray timeInId(qint64 ms)
{
    const qint64 most = (qint64(1) << 48) - 1;
    return makeTaskId({}, fromMs(std::clamp<qint64>(ms, 0, most))).mid(1, 8);
}

QByteArray operatorOf(Term::Op op)
{
    switch (op) {
    case Term::Op::Is:
        return "=";
    case Term::Op::Less:
        return "<";
    case Term::Op::LessEqual:
        return "<=";
    case Term::Op::Greater:
        return ">";
    case Term::Op::GreaterEqual:
        return ">=";
    }
    Q_UNREACHABLE();
    return {};
}

StateSet statesIn(const QByteArray& role)
{
    StateSet states;
    for (const TaskState state : allStates) {
        if (roleOf(state) == role)
            states.insert(state);
    }
    return states;
}

bool looksIntoPayload(const Term& term)
{
    return term.field == Field::Payload || term.field == Field::Any || term.field == Field::Json
        || term.field == Field::Size;
}

/// Returns whether the term matches only tasks with an error.
bool asksForError(const Term& term)
{
    return (term.field == Field::Error || term.field == Field::SameError || term.field == Field::Kind) && !term.negated
        && !term.text.isEmpty();
}

/// Returns whether tasks in a set may have a matching number of attempts. Tasks in `pending` were never leased; tasks
/// in `leased` and `done` were leased at least once.
bool attemptsMayFit(const Term& term, const QByteArray& role)
{
    if (term.field != Field::Attempt || term.negated)
        return true;
    const bool least = role == "leased" || role == "done";
    switch (term.op) {
    case Term::Op::Is:
        return role == "pending" ? term.number == 0 : !least || term.number >= 1;
    case Term::Op::Less:
        return !least || term.number > 1;
    case Term::Op::LessEqual:
        return !least || term.number >= 1;
    case Term::Op::Greater:
        return role != "pending" || term.number < 0;
    case Term::Op::GreaterEqual:
        return role != "pending" || term.number <= 0;
    }
    Q_UNREACHABLE();
    return true;
}

bool holdsEnded(const QByteArray& role) { return role == "failed" || role == "done" || role == "trash"; }

} // namespace

NativeSearch::NativeSearch(NativeScripts& scripts, const SearchRequest& request)
    : m_scripts(scripts)
    , m_request(request)
    , m_keys(scripts.keys(request.queue))
    , m_states(request.filter.states().intersected(request.states))
    , m_bare(request.filter)
{
    m_bare.setTexts({});
    planWalk();
}

/// Determines the sets where tasks may match. If the filter requires an error, the sets with the most errors come
/// first.
void NativeSearch::planWalk()
{
    const std::vector<Term>& terms = m_request.filter.terms();
    const bool error = std::any_of(terms.begin(), terms.end(), &asksForError);
    for (const char* name : error ? byError : usualOrder) {
        const QByteArray role(name);
        const bool wanted = !m_states.intersected(statesIn(role)).isEmpty() && !(error && role == "pending")
            && std::all_of(terms.begin(), terms.end(), [&](const Term& term) { return attemptsMayFit(term, role); });
        if (wanted)
            m_sets.push_back(role);
    }
}

/// Adds the escape sequences that may encode characters of a string to m_terms, preceded by their count. search.lua
/// uses them to rule out payloads that can't match.
void NativeSearch::addEscapes(QByteArrayView text)
{
    const QByteArrayList escapes = ReadableText::escapesOf(text);
    m_terms.push_back(number(escapes.size()));
    m_terms.insert(m_terms.end(), escapes.begin(), escapes.end());
}

/// Returns whether a failed task's history and set contain everything that the caller asked for.
bool NativeSearch::isBrief() const
{
    return m_request.errorsAlone && !m_scripts.overlay()
        && m_request.filter.asksOnly(
            {Field::State, Field::Type, Field::Id, Field::Error, Field::SameError, Field::Kind, Field::At});
}

/// Returns whether the filter reads payload members, which only the caller can find.
bool NativeSearch::readsMembers() const { return !m_request.filter.on({Field::Json}).isEmpty(); }

void NativeSearch::collectTerms()
{
    const NativeOverlay* overlay = m_scripts.overlay();
    if (const PayloadTexts* texts = m_request.filter.texts()) {
        QByteArrayList types = texts->types();
        if (overlay && !types.isEmpty()) // the custom design defines the types
            types = {"*"};
        m_terms.insert(m_terms.end(), {"read", "0", number(types.size())});
        m_terms.insert(m_terms.end(), types.begin(), types.end());
        if (texts->findsByItself())
            m_terms.insert(m_terms.end(), {"packed", "0"});
    }
    if (readsMembers())
        m_terms.insert(m_terms.end(), {"whole", "0"});
    if (isBrief())
        m_terms.insert(m_terms.end(), {"brief", "0"});
    for (const Term& term : m_request.filter.terms()) {
        // Redis can't rule out tasks based on data that only the custom design can determine.
        if (overlay && (term.field == Field::Type || (overlay->payloadIsId && looksIntoPayload(term))))
            continue;
        const QByteArray negated = term.negated ? "1" : "0";
        switch (term.field) {
        case Field::Type:
        case Field::Id: {
            const QByteArrayList parts = term.text.split('*');
            m_terms.insert(m_terms.end(), {term.field == Field::Type ? "type" : "id", negated, number(parts.size())});
            m_terms.insert(m_terms.end(), parts.begin(), parts.end());
            break;
        }
        case Field::Payload:
            m_terms.insert(m_terms.end(), {"payload", negated, ReadableText::folded(term.text)});
            addEscapes(term.text);
            m_texts.push_back(ReadableText::folded(term.text));
            break;
        case Field::Any:
            m_terms.insert(m_terms.end(),
                {"any", negated, ReadableText::folded(term.text), ReadableText::folded(asInHistory(term.text))});
            addEscapes(term.text);
            m_texts.push_back(ReadableText::folded(term.text));
            break;
        case Field::Error:
            // The text may occur in the history line outside the error, so TaskFilter performs the final check.
            if (!term.negated) {
                m_terms.insert(m_terms.end(), {"error", "0", ReadableText::folded(asInHistory(term.text))});
                addEscapes(term.text);
            }
            break;
        case Field::SameError:
        case Field::Kind:
            if (const QByteArray literal = literalOf(term.text); !term.negated && !literal.isEmpty())
                m_terms.insert(m_terms.end(), {"error", "0", ReadableText::folded(asInHistory(literal)), "0"});
            break;
        case Field::Attempt:
        case Field::Size:
            m_terms.insert(m_terms.end(),
                {term.field == Field::Attempt ? "attempt" : "size", negated, operatorOf(term.op), number(term.number)});
            break;
        case Field::State:
        case Field::Json:
        case Field::Worker:
        case Field::Native:
        case Field::Queue:
        case Field::Due:
        case Field::At:
            break;
        case Field::Added:
            m_terms.insert(m_terms.end(),
                {"added", negated, operatorOf(term.op), timeInId(term.number + (term.relative ? toMs(*m_now) : 0)),
                    timeInId(year2020), timeInId(year2100Ms)});
            break;
        }
    }
}

bool NativeSearch::readCursor()
{
    if (m_request.cursor.isEmpty())
        return true;
    const qsizetype first = m_request.cursor.indexOf(' ');
    const qsizetype second = m_request.cursor.indexOf(' ', first + 1);
    if (first <= 0 || second < 0)
        return false;
    const QByteArray role = m_request.cursor.first(first);
    const auto found = std::find(m_sets.begin(), m_sets.end(), role);
    m_place.set = std::size_t(found - m_sets.begin());
    m_place.score = m_request.cursor.mid(first + 1, second - first - 1);
    m_place.id = m_request.cursor.mid(second + 1);
    bool isNumber = m_place.score.isEmpty();
    if (!isNumber)
        m_place.score.toDouble(&isNumber);
    return found != m_sets.end() && isNumber;
}

std::pair<QByteArray, QByteArray> NativeSearch::bounds(const QByteArray& role) const
{
    std::optional<TimePoint> from;
    std::optional<TimePoint> until;
    const auto notBefore = [&](std::optional<TimePoint> at) {
        from = from && at ? std::max(from, at) : at ? at : from;
    };
    const auto notAfter = [&](std::optional<TimePoint> at) {
        until = until && at ? std::min(until, at) : at ? at : until;
    };
    const bool waiting = role == "pending" || role == "retry";
    if (waiting)
        notAfter(m_request.waitingUntil);
    if (m_now && waiting) {
        notBefore(m_request.filter.dueFrom(*m_now));
        notAfter(m_request.filter.dueUntil(*m_now));
    }
    if (m_now) { // all sets are scored by time
        notBefore(m_request.filter.atFrom(*m_now));
        notAfter(m_request.filter.atUntil(*m_now));
    }
    if (m_now && role == "pending") {
        if (!m_states.contains(TaskState::Due))
            notBefore(*m_now + Millis(1));
        if (!m_states.contains(TaskState::Scheduled))
            notAfter(*m_now);
    }
    if (holdsEnded(role))
        notAfter(m_request.changedBefore);
    return {from ? number(toMs(*from)) : QByteArray("-inf"), until ? number(toMs(*until)) : QByteArray("+inf")};
}

Result<bool> NativeSearch::look(SearchStep& step)
{
    const QByteArray& role = m_sets[m_place.set];
    const auto [lowest, highest] = bounds(role);
    const int limit = std::clamp<int>(m_request.examine - int(step.examined), 1, maxExaminedPerCall);
    std::vector<QByteArray> arguments{role, number(limit), lowest, highest, m_place.score, m_place.id};
    arguments.insert(arguments.end(), m_terms.begin(), m_terms.end());
    const auto reply = m_scripts.run("search", m_keys,
        {m_keys.ofRole(role), m_keys.tasks(), m_keys.tries(), m_keys.history(), m_keys.leases(), m_keys.before(),
            m_keys.meta()},
        arguments);
    if (!reply)
        return reply.error();
    const std::vector<Reply>& items = reply->items;
    if (items.size() != 7 || items[6].items.size() % NativeDescription::fields != 0)
        return unexpectedReply();
    const TimePoint now = m_now.value_or(fromMs(items[0].integer));
    const int attempts = items[5].bytes.isEmpty() ? RetryPolicy().maxAttempts : items[5].bytes.toInt();
    for (std::size_t i = 0; i < items[6].items.size(); i += NativeDescription::fields) {
        if (auto judged = judge(NativeDescription::read(items[6].items, i, role), attempts, now, step); !judged)
            return judged.error();
    }
    step.examined += items[1].integer;
    m_large = items[2].integer == 2;
    m_place.score = items[3].bytes;
    m_place.id = items[4].bytes;
    return items[2].integer != 1;
}

Result<> NativeSearch::judge(const NativeDescription& described, int defaultAttempts, TimePoint now, SearchStep& step)
{
    const NativeCodec::Envelope envelope = described.envelope();
    Task task = described.task(envelope, defaultAttempts, now);
    m_scripts.describe(task);
    if (!m_states.contains(task.state))
        return {};
    QByteArray found = described.found;
    if (found == "b") {
        if (readsMembers() && task.size > QueueInspector::wholeBytes) {
            ++step.unread;
            return {};
        }
        auto read = lookIntoBig(task);
        if (!read)
            return read.error();
        found = std::move(read).value();
    }
    const NativeOverlay* overlay = m_scripts.overlay();
    const bool isId = overlay && overlay->payloadIsId;
    const bool isWhole = found.startsWith('p');
    const QByteArray payload = isId ? task.id : isWhole ? found.mid(1) : payloadWith(found);
    // Decode only complete payloads: a substitute payload contains the search terms as plain text.
    const TaskFilter& filter = isId || isWhole ? m_request.filter : m_bare;
    if (filter.matches(task, payload, now, m_request.queue))
        step.matches.push_back(std::move(task));
    return {};
}

/// Searches a payload in a separate key. If the payload must be decoded, returns `p` and the payload, as search.lua
/// does. Otherwise, reads the payload piece by piece until all search terms have been found, and returns the terms
/// found.
Result<QByteArray> NativeSearch::lookIntoBig(const Task& task) const
{
    const QByteArray key = m_keys.bigPayload(task.id);
    if (readsMembers()) {
        auto whole = readPayload(m_scripts.client(), key, 0, task.size);
        return whole ? Result<QByteArray>('p' + *whole) : whole;
    }
    const PayloadTexts* texts = m_request.filter.texts();
    ReadablePieces pieces(m_texts);
    for (qint64 at = 0; at < task.size && !pieces.areAllFound(); at += bigPiece) {
        auto piece = readPayload(m_scripts.client(), key, at, std::min(bigPiece, task.size - at));
        if (!piece)
            return piece.error();
        if (piece->isEmpty())
            break;
        if (at == 0 && texts && texts->reads(typeOf(task), *piece, task.size)) {
            auto rest = piece->size() < task.size
                ? readPayload(m_scripts.client(), key, piece->size(), task.size - piece->size())
                : Result<QByteArray>(QByteArray());
            if (!rest)
                return rest.error();
            return 'p' + *piece + *rest;
        }
        pieces.feed(*piece);
    }
    pieces.finish();
    return pieces.found();
}

/// Returns a substitute payload for TaskFilter with exactly the search terms that were found, so that the actual
/// payload doesn't need to be read. If a term was found, all terms within it were found as well. No term matches across
/// the separator, because no term contains that byte.
QByteArray NativeSearch::payloadWith(const QByteArray& found) const
{
    char between = '\0';
    for (int byte = 0; byte < 256; ++byte) {
        between = char(byte);
        if (std::none_of(m_texts.begin(), m_texts.end(), [&](const QByteArray& text) { return text.contains(between); })
            && !(between >= 'A' && between <= 'Z'))
            break;
    }
    QByteArray payload;
    for (std::size_t i = 0; i < m_texts.size() && i < std::size_t(found.size()); ++i) {
        if (found[qsizetype(i)] == '1')
            payload += m_texts[i] + between;
    }
    return payload;
}

Result<SearchStep> NativeSearch::step()
{
    if (!readCursor())
        return Error{ErrorCode::Usage, portwords::cursorIsForeign()};
    const std::vector<Term>& terms = m_request.filter.terms();
    const bool bounded = m_states.contains(TaskState::Due) != m_states.contains(TaskState::Scheduled)
        || std::any_of(terms.begin(), terms.end(), [](const Term& term) {
               return term.field == Field::Due || term.field == Field::At || term.field == Field::Added;
           });
    if (bounded) {
        const auto time = m_scripts.client().serverTime();
        if (!time)
            return time.error();
        m_now = *time;
    }
    collectTerms();
    SearchStep step;
    const qint64 examine = std::max(m_request.examine, 1);
    while (m_place.set < m_sets.size()) {
        if (step.examined >= examine)
            break;
        const auto more = look(step);
        if (!more)
            return more.error();
        if (!*more)
            m_place = {m_place.set + 1, {}, {}};
        if (*more && m_large) // read at most one large payload per step
            break;
    }
    if (m_place.set < m_sets.size())
        step.cursor = m_sets[m_place.set] + ' ' + m_place.score + ' ' + m_place.id;
    return step;
}

} // namespace dueline
