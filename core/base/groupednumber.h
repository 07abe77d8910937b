// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>

namespace dueline {

/// Formats a number with thousands separators, for text in English: `27,606`.
inline QString groupedNumber(qint64 number)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(number);
}

} // namespace dueline
