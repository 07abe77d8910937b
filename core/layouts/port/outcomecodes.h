// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/queue/operation.h"

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace dueline {

/// One-byte codes that a layout's scripts use to report task outcomes. All layouts use `1` (done), `0` (not found), `m`
/// (moved on) and `r` (refused).
class OutcomeCodes
{
public:
    /// Creates a table of codes. `own`: additional codes used by the layout.
    OutcomeCodes(std::initializer_list<std::pair<char, ItemOutcome>> own = {});

    /// Returns a code's outcome; nullopt for unknown codes.
    std::optional<ItemOutcome> outcomeOf(char code) const;
    /// Returns an outcome's code; `r` for outcomes without one.
    char codeOf(ItemOutcome outcome) const;
    /// Decodes the outcomes of a step with `tasks` tasks. Errors: Protocol.
    Result<std::vector<ItemOutcome>> read(const QByteArray& codes, std::size_t tasks) const;

private:
    std::vector<std::pair<char, ItemOutcome>> m_codes;
};

} // namespace dueline
