// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArrayList>

#include <map>
#include <vector>

namespace dueline {

/// Names of layouts and places that were found on a server.
struct FoundPlaces
{
    QByteArrayList layouts; ///< layouts in the syntax of `--layout`
    std::map<QByteArray, QByteArrayList> places; ///< common prefixes of the keys of queues, by the name of the layout

    bool operator==(const FoundPlaces&) const = default;
};

/// Results of the last discovery on a server, stored so that the next start can use them immediately. The file
/// `$XDG_STATE_HOME/dueline/found/…json` contains only names and is readable by its owner only. A missing or unreadable
/// file counts as empty. Only the files of the last `kept` servers are retained.
class FoundFile
{
public:
    static constexpr int mostPlaces = 10'000;
    static constexpr int kept = 64;

    /// Creates a file. `redis`: the server, database and user to which the file belongs.
    explicit FoundFile(const RedisConfig& redis);

    const QString& path() const { return m_path; }
    FoundPlaces read() const;
    /// Writes the file. Errors are ignored.
    void write(const FoundPlaces& found) const;

private:
    QString m_path;
};

} // namespace dueline
