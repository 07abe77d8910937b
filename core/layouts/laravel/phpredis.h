// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Job that phpredis has serialized or compressed, as configured for the queue's Redis connection. Only delayed jobs
/// can be affected, because Laravel adds them with phpredis commands rather than with its scripts. Laravel's scripts
/// cannot read such jobs.
struct PhpredisWrap
{
    static constexpr qsizetype mostUnpacked = 1024 * 1024;

    const char* by = ""; ///< `php`, `igbinary`, `msgpack`, `json`, `zstd`, `lz4` or `lzf`
    QByteArray json; ///< content of the job; empty if it cannot be decoded

    /// Detects a job that phpredis has serialized or compressed; nullopt for other jobs.
    static std::optional<PhpredisWrap> of(const QByteArray& member);
    /// Returns a clause that explains how phpredis has changed `what`, such as `phpredis has serialized it (php)`.
    QByteArray cause(const QByteArray& what) const;
};

} // namespace dueline
