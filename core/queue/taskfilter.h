// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/payloadtexts.h"
#include "core/queue/task.h"

#include <QTimeZone>

#include <memory>

namespace dueline {

/// What words for a time in a filter count from, and whose clock they mean.
struct FilterClock
{
    QTimeZone zone = QTimeZone::utc();
    std::optional<TimePoint> now = {}; ///< this machine's clock where unset
};

/// The filter language: `state:failed type:mail.* id:mail.send#9f31* error:timeout payload:alice attempt>2 due<+1h
/// added>-1d worker:host-a`; terms are joined by AND, `-term` negates, `"quoted words"` may hold spaces (`\"` and `\\`
/// inside). `native:delayed` is the word of the task's own framework (Task::nativeState). `queue:mail` compares with
/// the queue that the task belongs to: Task::ownQueue, else the queue that is searched. `*` matches any bytes in type,
/// id, native, queue and worker (a worker's beginning is enough: `worker:host-a`); error, payload and bare words search
/// for a part, case-insensitively for ASCII (a bare word looks in id, error and payload), in errors and payloads as
/// they are stored and as one reads them, with the escapes of JSON strings as characters (ReadableText).
/// `error~"Timeout after 30 s"` is the same error whatever differs from task to task (errorPattern); `kind:"user <**>
/// not found"` is a kind of failure (ErrorKind), or that of an error. `attempt`, `size` take < <= > >= = (`:` is =);
/// `due`, `added`, `at` (the state's instant) take < <= > >= with a signed duration from now or an instant. A task
/// whose due or added time is unknown matches none of these, and so all their negations.
class TaskFilter
{
public:
    /// One condition. Which members mean something follows from the field.
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
            Queue
        };
        enum class Op : quint8 { Is, Less, LessEqual, Greater, GreaterEqual };

        Field field = Field::Any;
        Op op = Op::Is;
        bool negated = false;
        StateSet states; ///< State
        /// Type, Id, Worker, Native, Queue (pattern), Error, Payload, Any (part), SameError (errorPattern) and Kind
        /// (ErrorKind), which may be empty.
        QByteArray text;
        qint64 number = 0; ///< Attempt, Size; Due, Added, At: epoch ms, or ms from now when `relative`
        bool relative = false;

        bool operator==(const Term&) const = default;
    };

    /// Where and why a filter does not parse; the caller draws the caret.
    struct ParseError
    {
        qsizetype position = 0; ///< in UTF-16 units of the input
        QString message;
    };

    /// A time that was written without an offset, and the instant it was read as.
    struct ReadTime
    {
        qsizetype position = 0; ///< of the value in text(), quotes included, in UTF-16 units
        qsizetype size = 0;
        TimePoint at{};
    };

    /// Errors: Usage; the message has the filter on its second line and a caret under the place on its third.
    static Result<TaskFilter> parse(const QString& text, const FilterClock& clock = {});
    /// The same with the place as a value.
    static std::variant<TaskFilter, ParseError> parseWithPosition(const QString& text, const FilterClock& clock = {});

    bool isEmpty() const { return m_terms.empty(); }
    const std::vector<Term>& terms() const { return m_terms; }
    const QString& text() const { return m_text; }
    /// The times in text() that a clock decided on (`due<tomorrow`).
    const std::vector<ReadTime>& readTimes() const { return m_readTimes; }
    /// text() with these as instants, so that it means the same tasks whenever and wherever it is read.
    QString fixedText() const;

    /// States a match can be in: what has to be walked.
    StateSet states() const;
    /// Whether payload bytes are needed to decide.
    bool needsPayload() const;
    /// Whether attempts, errors or options are needed to decide.
    bool needsDetail() const;
    /// Whether no other field is asked for.
    bool asksOnly(std::initializer_list<Term::Field> fields) const;
    /// The terms on these fields that are not negated: what a match has to hold. text() of it is empty.
    TaskFilter wanted(std::initializer_list<Term::Field> fields) const;
    /// The terms on these fields, or those on all others. text() and texts() of it are empty.
    TaskFilter on(std::initializer_list<Term::Field> fields) const;
    TaskFilter without(std::initializer_list<Term::Field> fields) const;
    /// The due range that matches can have, both ends included, for pending states; nullopt: unbounded.
    std::optional<TimePoint> dueFrom(TimePoint now) const;
    std::optional<TimePoint> dueUntil(TimePoint now) const;
    /// The range of `at` that matches can have in every state, both ends included; nullopt: unbounded.
    std::optional<TimePoint> atFrom(TimePoint now) const;
    std::optional<TimePoint> atUntil(TimePoint now) const;

    /// Returns this filter for a layout that names its queues without `@layoutId`: removes that ending from queue
    /// names.
    TaskFilter withinLayout(QByteArrayView layoutId) const;

    /// Decides for one task. `payload` may be empty when needsPayload() is false. Relative times count from `now`.
    /// `queue`: the queue that is searched.
    bool matches(const Task& task, QByteArrayView payload, TimePoint now, QByteArrayView queue = {}) const;

    /// What payloads are read with besides; null, as at first: they are compared as they are stored. The same filter
    /// with and without is equal.
    void setTexts(std::shared_ptr<const PayloadTexts> texts) { m_texts = std::move(texts); }
    const PayloadTexts* texts() const { return m_texts.get(); }

    bool operator==(const TaskFilter& other) const { return m_terms == other.m_terms; }

private:
    std::vector<Term> m_terms;
    QString m_text;
    std::vector<ReadTime> m_readTimes; ///< in the order of the text
    std::shared_ptr<const PayloadTexts> m_texts;
};

/// `text` as a value of the filter language, in quotes.
QString quotedForFilter(QString text);

/// Whether `text` matches a pattern in which `*` stands for any bytes. Case-sensitive, linear in both lengths.
bool matchesPattern(QByteArrayView pattern, QByteArrayView text);

} // namespace dueline
