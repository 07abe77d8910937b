// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayList>

#include <map>
#include <optional>
#include <vector>

namespace dueline {

/// Values of variables, by name. Can be searched for a literal name without copying it.
using Variables = std::map<QByteArray, QByteArray, std::less<>>;

/// Pattern with variables for the name of a key, member or field, such as `dq:{<queue>}:pending`. `<<` is an escaped
/// `<`. There are no regular expressions, so matching takes linear time.
class KeyPattern
{
public:
    static constexpr qsizetype mostBytes = 1024;
    static constexpr int mostVariables = 8;

    KeyPattern() = default;
    /// Parses a pattern and substitutes parameters. Errors: Usage if the pattern is too long or two variables are
    /// adjacent; the message is a clause without a position.
    static Result<KeyPattern> parse(const QByteArray& text, const Variables& parameters = {});

    /// Returns the pattern in the syntax of parse(), with parameters substituted.
    QByteArray text() const;
    bool isEmpty() const { return m_parts.empty(); }
    bool has(QByteArrayView variable) const;
    /// Returns the names of the variables, without duplicates.
    std::vector<QByteArray> variables() const;
    bool hasLiteral() const;
    /// Returns the bytes before the first variable.
    QByteArray beginning() const;
    /// Returns the bytes after the last variable; empty if the pattern has no variables.
    QByteArray ending() const;

    /// Returns the name that results from these values; nullopt if a variable has no value.
    std::optional<QByteArray> render(const Variables& values) const;
    /// Returns variable values for which render() would return these bytes; nullopt if there are none. If there are
    /// several solutions, the first variables get the shortest possible values. Values are never empty. The variables
    /// `time`, `bucket` and `version` match only numbers.
    std::optional<Variables> match(QByteArrayView bytes) const;

private:
    struct Part
    {
        QByteArray text; ///< literal bytes, or a variable's name
        bool isVariable = false;
        bool isNumber = false; ///< true for a variable that matches only numbers

        bool operator==(const Part&) const = default;
    };

    std::optional<std::vector<qsizetype>> endsOf(QByteArrayView bytes) const;

    std::vector<Part> m_parts;

public:
    bool operator==(const KeyPattern&) const = default;
};

} // namespace dueline
