// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Library of Redis functions (`FCALL dueline_add`, …) on a server. It is built from the scripts of the native layout.
struct FunctionLibrary
{
    enum class State : quint8 {
        Missing,
        Current, ///< identical to the library that this program loads
        Changed, ///< same version as this program, but different code
        Older,
        Newer,
        Foreign, ///< same name as the library, but not created by this program
    };

    static constexpr const char* name = "dueline";

    State state = State::Missing;
    QByteArray version; ///< version of the program that loaded the library; empty if unknown
    std::vector<QByteArray> functions; ///< names of the functions, sorted

    /// Returns the code that this program loads, including its version.
    static QByteArray source();
    /// Returns the permissions for a user who adds and cancels tasks through these functions, but can neither read nor
    /// run tasks. The commands are taken from the permission table in the library's source code.
    static AclRights producerRights(const QByteArray& prefix);
    /// Parses the code of a library that was read from a server.
    static FunctionLibrary of(const QByteArray& code);
    /// Reads the library on one server. Writes nothing. Errors: Permission (also if the server does not support
    /// functions); those of RedisClient::call.
    static Result<FunctionLibrary> look(RedisClient& client);
    /// Loads or replaces the library on one server. The server replicates it. Returns false if the library is already
    /// current. Errors: those of look(); Refused if the server's library is newer or foreign and `forced` is false;
    /// Exists if another library has a function with one of these names.
    static Result<bool> load(RedisClient& client, bool forced);
    /// Deletes the library. Returns false if there was none. Errors: those of load().
    static Result<bool> remove(RedisClient& client, bool forced);
};

/// Returns the name of a state, such as `missing` or `current`.
QByteArray functionStateName(FunctionLibrary::State state);

} // namespace dueline
