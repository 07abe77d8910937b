// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayList>

#include <map>
#include <optional>
#include <vector>

namespace dueline {

/// Values of variables, by name.
using Variables = std::map<QByteArray, QByteArray>;

/// Pattern for the name of a key, member or field, with variables: `dq:{<queue>}:pending`. `<<` is an escaped `<`.
/// Matching takes linear time, because there are no regular expressions.
class KeyPattern
{
public:
    static constexpr qsizetype mostBytes = 1024;
    static constexpr int mostVariables = 8;

    KeyPattern() = default;
    /// Parses a pattern and inserts the parameters. Errors: Usage, with a clause that contains no position, if the
    /// pattern is too long or if two variables are adjacent.
    static Result<KeyPattern> parse(const QByteArray& text, const Variables& parameters = {});

    /// Returns the text that parse() accepts, with the parameters inserted.
    QByteArray text() const;
    bool isEmpty() const { return m_parts.empty(); }
    bool has(QByteArrayView variable) const;
    /// Returns the names of the variables, each once.
    std::vector<QByteArray> variables() const;
    bool hasLiteral() const;
    /// Returns the bytes before the first variable.
    QByteArray beginning() const;
    /// Returns the bytes after the last variable; empty if the pattern has no variables.
    QByteArray ending() const;

    /// Returns the name for these values; nullopt if a variable has no value.
    std::optional<QByteArray> render(const Variables& values) const;
    /// Returns values for which the pattern produces these bytes; nullopt if there are none. If several solutions
    /// exist, earlier variables get shorter values. Values are never empty. The variables `time`, `bucket` and
    /// `version` are numbers.
    std::optional<Variables> match(QByteArrayView bytes) const;

private:
    struct Part
    {
        QByteArray text; ///< literal bytes, or the name of a variable
        bool isVariable = false;

        bool operator==(const Part&) const = default;
    };

    std::optional<std::vector<qsizetype>> endsOf(QByteArrayView bytes) const;

    std::vector<Part> m_parts;

public:
    bool operator==(const KeyPattern&) const = default;
};

} // namespace dueline
