// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

namespace dueline {

/// Watches the framework versions of queues. A change suggests that new workers or producers were deployed, and is
/// recorded as a `version` event.
class VersionWatch
{
public:
    explicit VersionWatch(RecordFile& file)
        : m_file(file)
    { }

    /// Compares a queue's version with the recorded one, and records a change. Ignores an empty (unknown) version.
    /// Errors: Io.
    Result<> note(const RecordQueue& queue, const QByteArray& version, TimePoint now);
    /// Discards the in-memory versions. Call this if the last reading couldn't be written to the recording.
    void forget() { m_versions.reset(); }

private:
    RecordFile& m_file;
    /// Versions by queue id; nullopt until read from the file.
    std::optional<std::map<qint64, QByteArray>> m_versions;
};

} // namespace dueline
