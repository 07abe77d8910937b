// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamid.h"

#include "core/base/epochnumber.h"

#include <algorithm>

namespace dueline {

namespace {

std::optional<quint64> idNumber(QByteArrayView digits)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    bool ok = false;
    const quint64 number = digits.toByteArray().toULongLong(&ok);
    return ok && std::all_of(digits.begin(), digits.end(), isDigit) ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<StreamId> StreamId::of(QByteArrayView text)
{
    const qsizetype dash = text.indexOf('-');
    const auto ms = idNumber(dash < 0 ? text : text.first(dash));
    const auto sequence = dash < 0 ? std::optional<quint64>(0) : idNumber(text.sliced(dash + 1));
    return ms && sequence ? std::optional(StreamId{*ms, *sequence}) : std::nullopt;
}

std::optional<TimePoint> StreamId::at() const
{
    return ms >= quint64(year2010Ms) && ms < quint64(year2100Ms) ? std::optional(fromMs(qint64(ms))) : std::nullopt;
}

} // namespace dueline
