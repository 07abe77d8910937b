// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/queue/operation.h"

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace dueline {

/// How the scripts of a layout say what became of tasks: a byte for each. `1`, `0`, `m` and `r` are the same in all:
/// done, not found, moved on and refused.
class OutcomeCodes
{
public:
    /// `own`: the further ones of a layout.
    OutcomeCodes(std::initializer_list<std::pair<char, ItemOutcome>> own = {});

    /// nullopt: there is no such code.
    std::optional<ItemOutcome> outcomeOf(char code) const;
    /// `r` for one that has no code.
    char codeOf(ItemOutcome outcome) const;
    /// Of a step on that many tasks. Errors: Protocol.
    Result<std::vector<ItemOutcome>> read(const QByteArray& codes, std::size_t tasks) const;

private:
    std::vector<std::pair<char, ItemOutcome>> m_codes;
};

} // namespace dueline
