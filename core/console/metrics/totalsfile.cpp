// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/totalsfile.h"

#include "core/base/statefolder.h"

namespace dueline {

namespace {

constexpr qint64 largestTotalsFile = 16 * 1024 * 1024;

} // namespace

TotalsFile::TotalsFile(const QByteArray& connection)
    : m_path(stateFile("metrics", connection))
{ }

QueueTotals TotalsFile::read() const { return QueueTotals::fromJson(readStateFile(m_path, largestTotalsFile)); }

void TotalsFile::write(const QueueTotals& totals) const { writeStateFile(m_path, totals.toJson()); }

} // namespace dueline
