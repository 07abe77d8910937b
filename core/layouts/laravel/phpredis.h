// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Job that phpredis has serialized or compressed, as configured for the queue's Redis connection. Laravel's scripts
/// can't read such jobs. Only delayed jobs can be affected: Laravel adds them with phpredis commands rather than its
/// scripts.
struct PhpredisWrap
{
    static constexpr qsizetype mostUnpacked = 1024 * 1024;

    const char* by = ""; ///< `php`, `igbinary`, `msgpack`, `json`, `zstd`, `lz4` or `lzf`
    QByteArray json; ///< the job's content; empty if it can't be decoded

    /// Detects a job that phpredis has serialized or compressed; nullopt for other jobs.
    static std::optional<PhpredisWrap> of(const QByteArray& member);
    /// Returns a clause that explains how phpredis has changed `what`, such as `phpredis has serialized it (php)`.
    QByteArray cause(const QByteArray& what) const;
};

} // namespace dueline
