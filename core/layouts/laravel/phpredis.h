// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// A job that phpredis has serialized or compressed, according to the settings of the queue's Redis connection. This
/// affects only delayed jobs, which phpredis adds directly. The scripts of Laravel cannot read them.
struct PhpredisWrap
{
    static constexpr qsizetype mostUnpacked = 1024 * 1024;

    const char* by = ""; ///< `php`, `igbinary`, `msgpack`, `json`, `zstd`, `lz4` or `lzf`
    QByteArray json; ///< the job; empty if it cannot be decoded

    /// Detects such a job; nullopt if it is none.
    static std::optional<PhpredisWrap> of(const QByteArray& member);
    /// Returns a sentence about what phpredis did to `what`: `phpredis has serialized it (php)`.
    QByteArray cause(const QByteArray& what) const;
};

} // namespace dueline
