// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/payloadtexts.h"
#include "core/queue/task.h"

#include <QTimeZone>

#include <memory>

namespace dueline {

/// Clock and time zone for interpreting times in a filter.
struct FilterClock
{
    QTimeZone zone = QTimeZone::utc();
    std::optional<TimePoint> now = {}; ///< current time; unset: this machine's clock
};

/// Filter for tasks. An example of the language is `state:failed type:mail.* id:mail.send#9f31* error:timeout
/// payload:alice attempt>2 due<+1h added>-1d worker:host-a`.
/// - All terms must match, `-term` is negated, and `"quoted words"` may contain spaces, `\"` and `\\`.
/// - `native:delayed` matches the framework's name for the state (Task::nativeState).
/// - `queue:mail` matches the task's queue: Task::ownQueue, or else the searched queue.
/// - `*` matches any bytes in type, id, native, queue and worker. The start of a worker's name is enough:
///   `worker:host-a`.
/// - The fields error and payload and bare words match any part of the text, ignoring ASCII case. A bare word searches
///   id, error and payload. Errors and payloads are searched both as stored and with JSON string escapes decoded
///   (ReadableText).
/// - `error~"Timeout after 30 s"` matches the same error, ignoring the parts that vary from task to task
///   (errorPattern).
/// - `kind:"user <**> not found"` matches a failure group (ErrorTemplate), or the group of an error.
/// - `json:$.customer.id=42` matches a member of a JSON payload by its exact value, and `json:$.items[].sku` matches
///   payloads that have the member (JsonPath).
/// - `attempt` and `size` accept < <= > >= = (`:` is =). `due`, `added` and `at` (the state's time) accept < <= > >=
///   with a signed duration from now or a time.
/// - A task with an unknown time matches no condition on that time, negated or not.
class TaskFilter
{
public:
    /// Condition. The field determines which other members are used.
    struct Term
    {
        enum class Field : quint8 {
            State,
            Type,
            Id,
            Error,
            SameError,
            Payload,
            Worker,
            Any,
            Attempt,
            Size,
            Due,
            Added,
            At,
            Native,
            Kind,
            Queue,
            Json
        };
        enum class Op : quint8 { Is, Less, LessEqual, Greater, GreaterEqual };

        Field field = Field::Any;
        Op op = Op::Is;
        bool negated = false;
        StateSet states; ///< for State: accepted states
        /// Value of a text field: a pattern (Type, Id, Worker, Native, Queue), a substring (Error, Payload, Any), an
        /// errorPattern (SameError), or a possibly empty ErrorTemplate (Kind). For Json, the member's value.
        QByteArray text;
        QByteArray path = {}; ///< for Json: the member's path (JsonPath)
        bool isPresence = false; ///< for Json: true if any value matches
        /// for Attempt and Size: the number; for Due, Added and At: epoch ms, or ms from now if `relative`
        qint64 number = 0;
        bool relative = false;

        bool operator==(const Term&) const = default;
    };

    /// Position of a parse error, with its message. The caller prints the caret.
    struct ParseError
    {
        qsizetype position = 0; ///< index in the input, in UTF-16 units
        QString message;
    };

    /// Time written without an offset, and the time that it stands for.
    struct ReadTime
    {
        qsizetype position = 0; ///< index of the value in text(), including quotes, in UTF-16 units
        qsizetype size = 0;
        TimePoint at{};
    };

    /// Parses a filter. Errors: Usage. The error message's second line is the filter, and its third line has a caret
    /// under the error.
    static Result<TaskFilter> parse(const QString& text, const FilterClock& clock = {});
    /// Parses a filter. Returns an error with its position.
    static std::variant<TaskFilter, ParseError> parseWithPosition(const QString& text, const FilterClock& clock = {});

    bool isEmpty() const { return m_terms.empty(); }
    const std::vector<Term>& terms() const { return m_terms; }
    const QString& text() const { return m_text; }
    /// Returns the times in text() that depend on the clock, such as `due<tomorrow`.
    const std::vector<ReadTime>& readTimes() const { return m_readTimes; }
    /// Returns text() with clock-dependent times made absolute, so that the filter matches the same tasks at any time
    /// and in any zone.
    QString fixedText() const;

    /// Returns the states that matching tasks can have. A search must visit all of them.
    StateSet states() const;
    /// Returns whether matching needs payload bytes.
    bool needsPayload() const;
    /// Returns whether a negated term uses payloads. If so, a task whose payload can't be read may or may not match.
    bool excludesByPayload() const;
    /// Returns whether matching needs attempts, errors or options.
    bool needsDetail() const;
    /// Returns whether all terms are about these fields.
    bool asksOnly(std::initializer_list<Term::Field> fields) const;
    /// Returns the non-negated terms about these fields, which every matching task satisfies. The result's text() is
    /// empty.
    TaskFilter wanted(std::initializer_list<Term::Field> fields) const;
    /// Returns the terms about these fields, or the terms about all other fields. The result's text() and texts() are
    /// empty.
    TaskFilter on(std::initializer_list<Term::Field> fields) const;
    TaskFilter without(std::initializer_list<Term::Field> fields) const;
    /// Returns an inclusive lower bound for the due times of matching pending tasks; nullopt: unbounded.
    std::optional<TimePoint> dueFrom(TimePoint now) const;
    std::optional<TimePoint> dueUntil(TimePoint now) const;
    /// Returns an inclusive lower bound for the `at` of matching tasks in every state; nullopt: unbounded.
    std::optional<TimePoint> atFrom(TimePoint now) const;
    std::optional<TimePoint> atUntil(TimePoint now) const;

    /// Returns this filter with the `@layoutId` suffix removed from queue names, for a layout whose queue names have no
    /// suffix.
    TaskFilter withinLayout(QByteArrayView layoutId) const;

    /// Returns whether a task matches. `payload` may be empty if needsPayload() is false. `now`: reference for relative
    /// times. `queue`: queue being searched.
    bool matches(const Task& task, QByteArrayView payload, TimePoint now, QByteArrayView queue = {}) const;

    /// Sets the converter from payloads to text. If null (the default), payloads are compared as stored. The converter
    /// doesn't affect equality.
    void setTexts(std::shared_ptr<const PayloadTexts> texts) { m_texts = std::move(texts); }
    const PayloadTexts* texts() const { return m_texts.get(); }

    bool operator==(const TaskFilter& other) const { return m_terms == other.m_terms; }

private:
    std::vector<Term> m_terms;
    QString m_text;
    std::vector<ReadTime> m_readTimes; ///< times in text order
    std::shared_ptr<const PayloadTexts> m_texts;
};

/// Quotes a string for use as a value in the filter language.
QString quotedForFilter(QString text);

/// Returns whether `text` matches a pattern in which `*` stands for any bytes. Case-sensitive; linear in both lengths.
bool matchesPattern(QByteArrayView pattern, QByteArrayView text);

} // namespace dueline
