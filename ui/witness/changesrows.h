// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/changes.h"
#include "ui/witness/changestable.h"

#include <QCoreApplication>

namespace dueline {

class Formatting;

/// Builder for the rows of a report's tables.
class ChangesRows
{
    Q_DECLARE_TR_FUNCTIONS(ChangesRows)

public:
    /// Returns the lost tasks by queue.
    static std::vector<ChangesRow> losses(const Changes& changes, const Formatting& formatting);
    /// Returns the events and gaps, oldest first.
    static std::vector<ChangesRow> events(const Changes& changes, const Formatting& formatting);
    /// Returns the queues, changed ones first.
    static std::vector<ChangesRow> queues(const Changes& changes);

private:
    static QString titleOf(const RecordEvent& event, const Formatting& formatting, QStringList& details);
    static QString gapReason(const QByteArray& ended);
};

} // namespace dueline
