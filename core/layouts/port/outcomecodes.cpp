// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/outcomecodes.h"

#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

OutcomeCodes::OutcomeCodes(std::initializer_list<std::pair<char, ItemOutcome>> own)
    : m_codes{{'1', ItemOutcome::Done}, {'0', ItemOutcome::NotFound}, {'m', ItemOutcome::MovedOn},
        {'r', ItemOutcome::Refused}}
{
    m_codes.insert(m_codes.end(), own);
}

std::optional<ItemOutcome> OutcomeCodes::outcomeOf(char code) const
{
    const auto known
        = std::find_if(m_codes.begin(), m_codes.end(), [code](const auto& each) { return each.first == code; });
    return known == m_codes.end() ? std::nullopt : std::optional(known->second);
}

char OutcomeCodes::codeOf(ItemOutcome outcome) const
{
    const auto known
        = std::find_if(m_codes.begin(), m_codes.end(), [outcome](const auto& each) { return each.second == outcome; });
    return known == m_codes.end() ? 'r' : known->first;
}

Result<std::vector<ItemOutcome>> OutcomeCodes::read(const QByteArray& codes, std::size_t tasks) const
{
    if (codes.size() != qsizetype(tasks))
        return unexpectedReply();
    std::vector<ItemOutcome> outcomes;
    for (const char code : codes) {
        const auto outcome = outcomeOf(code);
        if (!outcome)
            return unexpectedReply();
        outcomes.push_back(*outcome);
    }
    return outcomes;
}

} // namespace dueline
