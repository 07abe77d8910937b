// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskfilterparser.h"

#include "core/base/duration.h"
#include "core/base/epochnumber.h"
#include "core/base/timewords.h"
#include "core/base/typedinstant.h"
#include "core/queue/errors/errorpattern.h"
#include "core/queue/jsonpath.h"

#include <QStringList>

namespace dueline {

namespace {

using Field = TaskFilter::Term::Field;
using Op = TaskFilter::Term::Op;

/// Type of a field's value.
enum class Takes : quint8 { Text, Number, Time };

struct FieldRow
{
    const char* name;
    Field field;
    Takes takes;
};

constexpr FieldRow fieldRows[]{
    {"state", Field::State, Takes::Text},
    {"type", Field::Type, Takes::Text},
    {"id", Field::Id, Takes::Text},
    {"error", Field::Error, Takes::Text},
    {"error", Field::SameError, Takes::Text},
    {"kind", Field::Kind, Takes::Text},
    {"payload", Field::Payload, Takes::Text},
    {"worker", Field::Worker, Takes::Text},
    {"native", Field::Native, Takes::Text},
    {"queue", Field::Queue, Takes::Text},
    {"json", Field::Json, Takes::Text},
    {"attempt", Field::Attempt, Takes::Number},
    {"size", Field::Size, Takes::Number},
    {"due", Field::Due, Takes::Time},
    {"added", Field::Added, Takes::Time},
    {"at", Field::At, Takes::Time},
};

const FieldRow& rowOf(Field field)
{
    for (const FieldRow& row : fieldRows) {
        if (row.field == field)
            return row;
    }
    Q_UNREACHABLE();
    return fieldRows[0];
}

QString fieldNames()
{
    QStringList names;
    for (const FieldRow& row : fieldRows) {
        // SameError is another operator on the `error` field, so don't list the field twice
        if (row.field != Field::SameError)
            names.append(QLatin1StringView(row.name));
    }
    return names.join(QStringLiteral(", "));
}

QString stateNames()
{
    QStringList names{QStringLiteral("pending")};
    for (const TaskState state : allStates)
        names.append(QString::fromLatin1(stateName(state)));
    return names.join(QStringLiteral(", "));
}

bool isOperator(QChar c) { return c == u':' || c == u'=' || c == u'<' || c == u'>'; }

constexpr QLatin1StringView sameError("error~");

bool isLetter(QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z'); }

} // namespace

std::variant<std::vector<TaskFilter::Term>, TaskFilter::ParseError> TaskFilterParser::parse()
{
    for (skipSpaces(); !atEnd(); skipSpaces()) {
        if (!parseTerm())
            return m_error;
        m_terms.push_back(m_term);
    }
    return m_terms;
}

bool TaskFilterParser::parseTerm()
{
    m_term = Term();
    if (m_text[m_at] == u'-') {
        m_term.negated = true;
        ++m_at;
        if (atEnd() || m_text[m_at].isSpace())
            return fail(m_at, QStringLiteral("The - must be followed by the term that it negates"));
        if (m_text[m_at] == u'-')
            return fail(m_at, QStringLiteral("Use a single - to negate; put a word that begins with - in quotes"));
    }
    qsizetype end = m_at;
    while (end < m_text.size() && isLetter(m_text[end]))
        ++end;
    if (m_text.mid(m_at).startsWith(sameError))
        return parseSameError();
    if (end > m_at && end < m_text.size() && isOperator(m_text[end]))
        return parseField(m_text.mid(m_at, end - m_at));
    if (isOperator(m_text[m_at]))
        return fail(m_at, QStringLiteral("A field is missing before \"%1\": %2").arg(m_text[m_at]).arg(fieldNames()));
    return parseWord();
}

bool TaskFilterParser::parseWord()
{
    const qsizetype position = m_at;
    const auto value = parseValue();
    if (!value)
        return false;
    if (value->isEmpty())
        return fail(position, QStringLiteral("There is no text between the quotes"));
    m_term.field = Field::Any;
    m_term.text = value->toUtf8();
    return true;
}

bool TaskFilterParser::parseField(QStringView name)
{
    const FieldRow* row = nullptr;
    for (const FieldRow& candidate : fieldRows) {
        if (candidate.field != Field::SameError && name == QLatin1StringView(candidate.name))
            row = &candidate;
    }
    if (!row) {
        return fail(m_at,
            QStringLiteral("There is no field \"%1\". Fields: %2. Quote words with : < > =").arg(name, fieldNames()));
    }
    m_term.field = row->field;
    m_at += name.size();

    const qsizetype position = m_at;
    bool colon = false;
    const auto op = parseOperator(colon);
    if (!op)
        return false;
    if (row->takes == Takes::Text && !colon)
        return fail(position, QStringLiteral("\"%1\" needs a colon, as in %1:text").arg(name));
    if (row->takes == Takes::Time && *op == Op::Is)
        return fail(position, QStringLiteral("\"%1\" needs < or >, as in %1<+1h or %1>-1d").arg(name));
    m_term.op = *op;

    const qsizetype valueAt = m_at;
    if (atEnd() || m_text[m_at].isSpace())
        return fail(m_at, QStringLiteral("A value must follow \"%1\"").arg(m_text.mid(valueAt - 1, 1)));
    const auto value = parseValue();
    return value && readValue(*value, valueAt);
}

/// Reads an error or its pattern. A pattern's pattern is the pattern itself. An empty quoted value matches failures
/// without an error message.
bool TaskFilterParser::parseSameError()
{
    m_term.field = Field::SameError;
    m_at += sameError.size();
    if (atEnd() || m_text[m_at].isSpace())
        return fail(m_at, QStringLiteral("A value must follow \"~\""));
    const auto value = parseValue();
    if (!value)
        return false;
    m_term.text = errorPattern(value->toUtf8());
    return true;
}

/// Reads an operator. Sets `colon` for `:`, which means `=` for numbers.
std::optional<TaskFilter::Term::Op> TaskFilterParser::parseOperator(bool& colon)
{
    const QChar first = m_text[m_at++];
    colon = first == u':';
    if (first == u':' || first == u'=')
        return Op::Is;
    const bool orEqual = !atEnd() && m_text[m_at] == u'=';
    if (orEqual)
        ++m_at;
    if (first == u'<')
        return orEqual ? Op::LessEqual : Op::Less;
    return orEqual ? Op::GreaterEqual : Op::Greater;
}

/// Reads a value. A closing quote must be followed by a space or the end of the text. An unquoted value ends at the
/// next space and may contain quotes.
std::optional<QString> TaskFilterParser::parseValue()
{
    QString value;
    if (m_text[m_at] != u'"') {
        while (!atEnd() && !m_text[m_at].isSpace())
            value.append(m_text[m_at++]);
        return value;
    }
    const qsizetype open = m_at++;
    for (; !atEnd() && m_text[m_at] != u'"'; ++m_at) {
        if (m_text[m_at] == u'\\') {
            ++m_at;
            if (atEnd())
                break;
            if (m_text[m_at] != u'"' && m_text[m_at] != u'\\') {
                fail(m_at - 1,
                    QStringLiteral("Inside quotes, \\ is allowed only before \" and \\; write \\\\ for a literal \\"));
                return std::nullopt;
            }
        }
        value.append(m_text[m_at]);
    }
    if (atEnd()) {
        fail(open, QStringLiteral("The quote that opens here is never closed"));
        return std::nullopt;
    }
    ++m_at;
    if (!atEnd() && !m_text[m_at].isSpace()) {
        fail(m_at, QStringLiteral("A space must follow the closing quote"));
        return std::nullopt;
    }
    return value;
}

bool TaskFilterParser::readValue(const QString& value, qsizetype position)
{
    const FieldRow& row = rowOf(m_term.field);
    // for Kind, an empty quoted value matches failures without an error
    if (value.isEmpty() && m_term.field != Field::Kind)
        return fail(position, QStringLiteral("\"%1\" needs text to search for").arg(QLatin1StringView(row.name)));
    switch (row.takes) {
    case Takes::Number:
        return readNumber(value, position);
    case Takes::Time:
        return readTime(value, position);
    case Takes::Text:
        break;
    }
    if (m_term.field == Field::Json)
        return readMember(value, position);
    if (m_term.field != Field::State) {
        m_term.text = value.toUtf8();
        if (m_term.field == Field::Kind)
            m_term.text = kindText(m_term.text);
        return true;
    }
    const auto states = statesFromName(value.toUtf8());
    if (!states)
        return fail(position, QStringLiteral("There is no state \"%1\"; the states are %2").arg(value, stateNames()));
    m_term.states = *states;
    return true;
}

/// Reads a path, optionally followed by `=` and a value.
bool TaskFilterParser::readMember(const QString& value, qsizetype position)
{
    const auto path = JsonPath::parseBeginning(value);
    if (!path)
        return fail(position, path.error().message);
    m_term.path = path->first.text();
    m_term.isPresence = path->second == value.size();
    m_term.text = value.mid(path->second + 1).toUtf8();
    return true;
}

bool TaskFilterParser::readNumber(const QString& value, qsizetype position)
{
    bool ok = !value.isEmpty();
    for (const QChar c : value)
        ok = ok && c >= u'0' && c <= u'9';
    if (ok)
        m_term.number = value.toLongLong(&ok);
    return ok
        || fail(position,
            QStringLiteral("\"%1\" needs a whole number, not \"%2\"")
                .arg(QLatin1StringView(rowOf(m_term.field).name), value));
}

bool TaskFilterParser::readTime(const QString& value, qsizetype position)
{
    if (const auto duration = parseDuration(value, true)) {
        if (const QString why = whyLikelierInstant(value); !why.isEmpty())
            // without the period: the caller appends the position
            return fail(position, why.chopped(1));
        m_term.relative = true;
        m_term.number = duration->count();
        return true;
    }
    const auto instant = parseInstant(value);
    if (instant) {
        m_term.number = toMs(*instant);
        return true;
    }
    if (const auto distance = distanceOfWords(value)) {
        m_term.relative = true;
        m_term.number = distance->count();
        return true;
    }
    const TimePoint now = m_clock.now.value_or(SystemClock().now());
    if (const auto typed = parseTypedInstant(value, m_clock.zone, now)) {
        m_term.number = toMs(typed->at);
        m_readTimes.push_back({position, m_at - position, typed->at});
        return true;
    }
    if (isNearlyInstant(value))
        // without the period: the caller appends the position
        return fail(position, instant.error().message.chopped(1));
    return fail(position,
        QStringLiteral(
            "\"%1\" needs a duration from now (+1h, -2d), an instant (2026-11-21T08:00:00Z) or words (tomorrow, \"mon 9:00\"), not \"%2\"")
            .arg(QLatin1StringView(rowOf(m_term.field).name), value));
}

bool TaskFilterParser::fail(qsizetype position, const QString& message)
{
    m_error = {position, message};
    return false;
}

void TaskFilterParser::skipSpaces()
{
    while (!atEnd() && m_text[m_at].isSpace())
        ++m_at;
}

} // namespace dueline
