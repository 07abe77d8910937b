// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

namespace dueline {

/// Watch for changes of a queue's framework version, which indicate a deployment of new workers or producers. Writes an
/// event of kind `version` for each change.
class VersionWatch
{
public:
    explicit VersionWatch(RecordFile& file)
        : m_file(file)
    { }

    /// Compares the version of a queue with its last recorded version. An empty version is unknown and is ignored.
    /// Errors: Io.
    Result<> note(const RecordQueue& queue, const QByteArray& version, TimePoint now);
    /// Forgets the versions, because the last versions were not stored.
    void forget() { m_versions.reset(); }

private:
    RecordFile& m_file;
    /// versions by queue id; nullopt: not read from the file yet
    std::optional<std::map<qint64, QByteArray>> m_versions;
};

} // namespace dueline
