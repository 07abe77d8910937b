// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArrayList>

#include <map>
#include <vector>

namespace dueline {

/// Layouts and key prefixes found on a server.
struct FoundPlaces
{
    QByteArrayList layouts; ///< layouts in `--layout` syntax
    std::map<QByteArray, QByteArrayList> places; ///< key prefixes of queues, by layout name

    bool operator==(const FoundPlaces&) const = default;
};

/// File with the results of the last discovery on a server, so that they are available as soon as the program starts.
/// The file `$XDG_STATE_HOME/dueline/found/…json` contains only names, and only its owner can read it. A missing or
/// unreadable file is treated as empty. Only the files of the last `kept` servers are retained.
class FoundFile
{
public:
    static constexpr int mostPlaces = 10'000;
    static constexpr int kept = 64;

    /// Determines the file's path. `redis`: server, database and user that the file belongs to.
    explicit FoundFile(const RedisConfig& redis);

    const QString& path() const { return m_path; }
    FoundPlaces read() const;
    /// Writes the file. Errors are ignored.
    void write(const FoundPlaces& found) const;

private:
    QString m_path;
};

} // namespace dueline
