// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errortemplate.h"

#include <algorithm>

namespace dueline {

ErrorTemplate::ErrorTemplate(QByteArray text)
    : m_text(std::move(text))
    , m_tokens(ErrorTokens::of(m_text))
    , m_anyWords(int(std::count(m_tokens.begin(), m_tokens.end(), ErrorTokens::anyWord)))
{ }

bool ErrorTemplate::covers(QByteArrayView errorText) const
{
    if (m_anyWords == 0)
        return m_text == errorText;
    for (const QByteArrayView token : m_tokens) {
        if (errorText.isEmpty())
            return false;
        const QByteArrayView other = errorText.first(ErrorTokens::firstLength(errorText));
        if (token != other && (token != ErrorTokens::anyWord || !ErrorTokens::mayVary(other)))
            return false;
        errorText = errorText.sliced(other.size());
    }
    return errorText.isEmpty();
}

bool ErrorTemplate::meets(const ErrorTemplate& other) const
{
    return std::equal(m_tokens.begin(), m_tokens.end(), other.m_tokens.begin(), other.m_tokens.end(),
        [](QByteArrayView a, QByteArrayView b) {
            return a == b || (a == ErrorTokens::anyWord && ErrorTokens::mayVary(b))
                || (b == ErrorTokens::anyWord && ErrorTokens::mayVary(a));
        });
}

} // namespace dueline
