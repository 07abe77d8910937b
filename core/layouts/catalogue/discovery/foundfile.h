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

/// File with the results of the last discovery on a server, which are available immediately when the program starts
/// again. The file `$XDG_STATE_HOME/dueline/found/…json` contains only names, and only its owner can read it. A missing
/// or unreadable file is treated as empty. Only the files of the last `kept` servers are retained.
class FoundFile
{
public:
    static constexpr int mostPlaces = 10'000;
    static constexpr int kept = 64;

    /// Determines the path of the file. `redis`: server, database and user to which the file belongs.
    explicit FoundFile(const RedisConfig& redis);

    const QString& path() const { return m_path; }
    FoundPlaces read() const;
    /// Writes the file. Errors are ignored.
    void write(const FoundPlaces& found) const;

private:
    QString m_path;
};

} // namespace dueline
