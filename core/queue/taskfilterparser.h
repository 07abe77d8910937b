// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskfilter.h"

namespace dueline {

/// Parser of the filter language. Create one per text.
class TaskFilterParser
{
public:
    explicit TaskFilterParser(QStringView text, const FilterClock& clock = {})
        : m_text(text)
        , m_clock(clock)
    { }

    /// Returns the terms, or the position of the first error.
    std::variant<std::vector<TaskFilter::Term>, TaskFilter::ParseError> parse();
    /// Returns the clock-dependent times, in text order. Call it after parse().
    const std::vector<TaskFilter::ReadTime>& readTimes() const { return m_readTimes; }

private:
    using Term = TaskFilter::Term;

    bool parseTerm();
    bool parseWord();
    bool parseField(QStringView name);
    bool parseSameError();
    std::optional<Term::Op> parseOperator(bool& colon);
    std::optional<QString> parseValue();
    bool readValue(const QString& value, qsizetype position);
    bool readMember(const QString& value, qsizetype position);
    bool readNumber(const QString& value, qsizetype position);
    bool readTime(const QString& value, qsizetype position);
    bool fail(qsizetype position, const QString& message);
    void skipSpaces();
    bool atEnd() const { return m_at >= m_text.size(); }

    QStringView m_text;
    FilterClock m_clock;
    std::vector<TaskFilter::ReadTime> m_readTimes;
    qsizetype m_at = 0;
    Term m_term;
    std::vector<Term> m_terms;
    TaskFilter::ParseError m_error;
};

} // namespace dueline
