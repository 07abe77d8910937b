// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/drainpromise.h"

#include <QCoreApplication>

namespace dueline {

class Formatting;

/// User-visible strings about when a queue will be empty.
class DrainWords
{
    Q_DECLARE_TR_FUNCTIONS(DrainWords)

public:
    /// Returns the time rounded to the nearest minute, such as `04:20`.
    static QString clock(TimePoint at, const Formatting& formatting);
    /// Returns a sentence that gives the estimate or explains why there is none.
    static QString sentence(const DrainForecast& drain, const Formatting& formatting);
    /// Returns a sentence about the estimate for an operation's preview.
    static QString preview(const DrainPromise& promise, const Formatting& formatting);
    /// Returns the estimate for an operation and, once known, the actual time: `Expected to be empty at 04:35, but
    /// was empty at 04:31 (4 min early)`.
    static QString outcome(const DrainPromise& promise, const Formatting& formatting);
};

} // namespace dueline
