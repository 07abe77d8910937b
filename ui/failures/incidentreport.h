// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"
#include "core/console/failures/kindvalues.h"
#include "core/console/failures/payloadcontrast.h"
#include "core/console/failures/retryoutcometracker.h"
#include "ui/text/formatting.h"

#include <limits>

namespace dueline {

/// What became of tasks that were let run again.
struct IncidentOutcome
{
    qint64 retried = 0; ///< tasks that were acted on
    qint64 followed = 0; ///< all that are meant, acted on or not yet; 0: they are not known by name, none is followed
    qint64 looked = 0; ///< so many of them were looked at
    Millis round{}; ///< how long it took to look at all of them; zero: they were not all looked at yet
    std::array<qint64, fates> counts{};

    /// `120 waiting, 3 running, …`: the fates that there are, and how far or how old the counts are where that matters.
    QString words() const;
};

/// A kind of failure as it is handed on to others.
struct IncidentReport
{
    QString server; ///< name of the connection
    Incident incident;
    QStringList values; ///< what varies, a line each
    QStringList common; ///< what failed payloads have in common, a line each
    std::optional<IncidentOutcome> outcome;
    TimePoint now{}; ///< by the server's clock

    QString text(const Formatting& formatting) const;
    /// What comes from tasks stands in code, where nothing of it is laid out.
    QString markdown(const Formatting& formatting) const;

private:
    QStringList facts(const Formatting& formatting) const;
    QString outcomeWords() const;
};

/// What tells failed payloads from done ones, a line each; or one that says why nothing can be told.
QStringList contrastLines(const PayloadContrast& contrast);

inline constexpr std::size_t allValues = std::numeric_limits<std::size_t>::max();

/// Of each place that varies one line, with its `most` most frequent values: `pod: web-0b04 61 %, web-1c22 39 %`.
QStringList valueLines(const KindValues& values, std::size_t most = allValues);

} // namespace dueline
