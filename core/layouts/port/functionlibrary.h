// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// The library of Redis Functions (`FCALL dueline_add`, …) of one server, made of the scripts of the native layout.
struct FunctionLibrary
{
    enum class State : quint8 {
        Missing,
        Current, ///< byte for byte what this program loads
        Changed, ///< of this program's version, and not what it loads
        Older,
        Newer,
        Foreign, ///< a library of that name which this program did not make
    };

    static constexpr const char* name = "dueline";

    State state = State::Missing;
    QByteArray version; ///< of the program that loaded it; empty: it does not say
    std::vector<QByteArray> functions; ///< in the order of their names

    /// What this program loads, of its own version.
    static QByteArray source();
    /// What a user needs who adds and cancels tasks by these functions, and sees nothing and runs nothing: as the
    /// functions ask for it themselves.
    static AclRights producerRights(const QByteArray& prefix);
    /// What a server that has a library with this code has.
    static FunctionLibrary of(const QByteArray& code);
    /// Asks one server; writes nothing. Errors: Permission (also of a server that has no functions), and those of
    /// RedisClient::call.
    static Result<FunctionLibrary> look(RedisClient& client);
    /// Loads or replaces it on one server, which replicates it. False: it is there already. Errors: as look(); Refused,
    /// where it is newer or foreign and not `forced`; Exists, where another library has a function of that name.
    static Result<bool> load(RedisClient& client, bool forced);
    /// False: it was not there. Errors: as load().
    static Result<bool> remove(RedisClient& client, bool forced);
};

/// `missing`, `current`, …
QByteArray functionStateName(FunctionLibrary::State state);

} // namespace dueline
