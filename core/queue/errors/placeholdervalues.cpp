// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/placeholdervalues.h"

#include "core/queue/errors/errortokens.h"

#include <algorithm>

namespace dueline {

PlaceholderValues::PlaceholderValues(QByteArray values)
    : m_values(std::move(values))
    , m_allVary(std::all_of(m_values.begin(), m_values.end(), [](char c) { return c == '\0'; }))
{ }

std::vector<QByteArrayView> PlaceholderValues::places() const
{
    std::vector<QByteArrayView> places;
    for (qsizetype from = 0; from < m_values.size();) {
        const qsizetype end = m_values.indexOf('\0', from);
        places.push_back(QByteArrayView(m_values).sliced(from, end - from));
        from = end + 1;
    }
    return places;
}

void PlaceholderValues::set(const std::vector<QByteArrayView>& places)
{
    QByteArray values;
    for (const QByteArrayView place : places) {
        values += place;
        values += '\0';
    }
    *this = PlaceholderValues(values);
}

void PlaceholderValues::join(const PlaceholderValues& other)
{
    if (m_allVary || m_values == other.m_values)
        return;
    std::vector<QByteArrayView> here = places();
    const std::vector<QByteArrayView> there = other.places();
    for (std::size_t i = 0; i < here.size(); ++i) {
        if (i >= there.size() || here[i] != there[i])
            here[i] = {};
    }
    set(here);
}

PlaceholderValues PlaceholderValues::under(QByteArrayView kind, QByteArrayView text) const
{
    if (m_allVary || kind == text)
        return *this;
    const std::vector<QByteArrayView> had = places();
    const std::vector<QByteArrayView> kindTokens = ErrorTokens::of(kind);
    const std::vector<QByteArrayView> textTokens = ErrorTokens::of(text);
    std::vector<QByteArrayView> kept;
    std::size_t place = 0;
    for (std::size_t i = 0; i < kindTokens.size() && i < textTokens.size(); ++i) {
        if (kindTokens[i] == ErrorTokens::folded)
            kept.push_back(place < had.size() ? had[place] : QByteArrayView());
        if (textTokens[i] == ErrorTokens::folded)
            ++place;
    }
    PlaceholderValues values;
    values.set(kept);
    return values;
}

QByteArray PlaceholderValues::writtenInto(QByteArrayView text) const
{
    if (m_allVary)
        return text.toByteArray();
    const std::vector<QByteArrayView> values = places();
    QByteArray written;
    std::size_t place = 0;
    for (const QByteArrayView token : ErrorTokens::of(text)) {
        const bool isPlace = token == ErrorTokens::folded;
        const bool isSame = isPlace && place < values.size() && !values[place].isEmpty();
        written += isSame ? values[place] : token;
        place += isPlace;
    }
    return written;
}

} // namespace dueline
