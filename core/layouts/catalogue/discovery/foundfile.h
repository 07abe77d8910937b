// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArrayList>

#include <map>
#include <vector>

namespace dueline {

/// Names that were found on a server.
struct FoundPlaces
{
    QByteArrayList layouts; ///< as `--layout` has them
    std::map<QByteArray, QByteArrayList> places; ///< by the layout's name: what the keys of a queue begin with

    bool operator==(const FoundPlaces&) const = default;
};

/// What was found on a server last time, so that it is found at once: `$XDG_STATE_HOME/dueline/found/…json`, names
/// alone, for its owner alone. It is no loss when it is lost; what cannot be read is as if it were not there. Of all
/// servers the last `kept` are remembered.
class FoundFile
{
public:
    static constexpr int mostPlaces = 10'000;
    static constexpr int kept = 64;

    /// A server, its database, and the user who looks.
    explicit FoundFile(const RedisConfig& redis);

    const QString& path() const { return m_path; }
    FoundPlaces read() const;
    /// Where it cannot be written nothing happens.
    void write(const FoundPlaces& found) const;

private:
    QString m_path;
};

} // namespace dueline
