// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"
#include "core/console/failures/kindvalues.h"
#include "core/console/failures/payloadcontrast.h"
#include "core/console/failures/retryoutcometracker.h"
#include "ui/text/formatting.h"

#include <limits>

namespace dueline {

/// Outcomes of retried tasks.
struct FailureGroupOutcome
{
    qint64 retried = 0; ///< number of tasks that the operation has changed
    /// Number of selected tasks, including any the operation didn't change; 0 if the tasks' ids are unknown, so that
    /// they can't be tracked.
    qint64 followed = 0;
    qint64 looked = 0; ///< number of tasks checked so far in the current round
    Millis round{}; ///< duration of the last complete round of checks; zero during the first round
    std::array<qint64, fates> counts{};

    /// Returns the known outcomes, such as `120 waiting, 3 running, …`, followed by the progress or the counts' age if
    /// relevant.
    QString words() const;
};

/// Data about a failure group for a report that users can share.
struct FailureGroupReport
{
    QString server; ///< name of the connection
    FailureGroup group;
    QStringList values; ///< varying parts, one per line
    QStringList common; ///< common properties of failed payloads, one per line
    std::optional<FailureGroupOutcome> outcome;
    TimePoint now{}; ///< server time when the report was created

    QString text(const Formatting& formatting) const;
    /// Returns the report as Markdown. All text from tasks is formatted as code, so that none of it is interpreted as
    /// markup.
    QString markdown(const Formatting& formatting) const;

private:
    QStringList facts(const Formatting& formatting) const;
    QString outcomeWords() const;
};

/// Returns the differences between failed and completed payloads, one per line, or a line that explains why they
/// weren't compared.
QStringList contrastLines(const PayloadContrast& contrast);

inline constexpr std::size_t allValues = std::numeric_limits<std::size_t>::max();

/// Returns a line for each varying part with up to `most` of its most frequent values, such as `pod: web-0b04 61%,
/// web-1c22 39%`.
QStringList valueLines(const KindValues& values, std::size_t most = allValues);

} // namespace dueline
