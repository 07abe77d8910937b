// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/commandline.h"
#include "app/duectl/output.h"
#include "core/console/profile.h"
#include "core/layouts/layoutregistry.h"

#include <memory>

namespace dueline::duectl {

/// What a command works with: its options, the connection once it asks for it, and the way out for its answer.
class Context
{
public:
    /// `password`: of REDISCLI_AUTH, empty when unset; used when the URL has none.
    Context(CommandLine line, Secret password);
    ~Context();

    /// Reads --url or --profile, --layout and --prefix; nothing is connected yet. Errors: Usage, NotFound (no such
    /// profile), Io.
    Result<> prepare();

    const CommandLine& line() const { return m_line; }
    Output& out() { return m_out; }
    bool json() const { return m_line.has("json"); }
    const RedisConfig& redis() const { return m_redis; }

    /// A word of the command line as a queue's name. Errors: Usage.
    Result<QueueName> queue(std::size_t word = 0) const;

    /// Connects once, asking for a password on a terminal when the server wants one and none was given.
    /// Errors: as openLayout; Refused where the profile does not allow it.
    Result<Backend*> open(Access access);
    /// The ports. Errors: as open(); Refused with the reason.
    Result<QueueInspector*> inspector();
    Result<QueueEditor*> editor();
    /// After one of them succeeded.
    Backend& backend() { return *m_backend; }
    /// The server's clock. Errors: as open(), and those of QueueInspector.
    Result<TimePoint> now();
    /// For threads that open their own connections; call after open() with the same access, so that the password is
    /// known.
    BackendFactory factory(const QByteArray& session, Access access) const;

    /// A production profile that is not read-only: what changes it asks twice.
    bool isProduction() const;

    /// `user@host`, for the record of an operation.
    static QByteArray operatorName();

private:
    Result<> readProfile();
    Result<> checkAllowed(Access wanted);
    bool agreed(const char* option, const QString& question) const;

    CommandLine m_line;
    Secret m_password;
    Output m_out;
    RedisConfig m_redis;
    LayoutSpec m_layout;
    QByteArray m_prefix;
    std::optional<Profile> m_profile; ///< unset: --url or the default server
    std::unique_ptr<Backend> m_backend;
    Access m_access = Access::ReadOnly;
};

} // namespace dueline::duectl
