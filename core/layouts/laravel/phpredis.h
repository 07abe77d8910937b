// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// A job that phpredis has serialized or compressed because the Redis connection of the queue says so. It does that to
/// delayed jobs alone, which it adds itself; the scripts of Laravel cannot read them.
struct PhpredisWrap
{
    static constexpr qsizetype mostUnpacked = 1024 * 1024;

    const char* by = ""; ///< `php`, `igbinary`, `msgpack`, `json`, `zstd`, `lz4` or `lzf`
    QByteArray json; ///< the job; empty: what is inside cannot be read

    /// nullopt: it is no such job.
    static std::optional<PhpredisWrap> of(const QByteArray& member);
    /// Returns a sentence about what phpredis did to `what`: `phpredis has serialized it (php)`.
    QByteArray cause(const QByteArray& what) const;
};

} // namespace dueline
