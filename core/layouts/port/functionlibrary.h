// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"
#include "core/redis/redisclient.h"

namespace dueline {

/// Library of Redis functions (`FCALL dueline_add`, …) on a server, built from the native layout's scripts.
struct FunctionLibrary
{
    enum class State : quint8 {
        Missing,
        Current, ///< identical to the library that this program loads
        Changed, ///< same version as this program, but different code
        Older,
        Newer,
        Foreign, ///< a library with the same name that this program didn't create
    };

    static constexpr const char* name = "dueline";

    State state = State::Missing;
    QByteArray version; ///< version of the program that loaded the library; empty if unknown
    std::vector<QByteArray> functions; ///< function names, sorted

    /// Returns the code that this program loads. The code includes the program's version.
    static QByteArray source();
    /// Returns the permissions for a user who adds and cancels tasks through these functions, but can't read or run
    /// tasks. The commands come from the permission table in the library's source code.
    static AclRights producerRights(const QByteArray& prefix);
    /// Parses a library's code as read from a server.
    static FunctionLibrary of(const QByteArray& code);
    /// Reads the library on one server. Writes nothing. Errors: same as RedisClient::call(), plus Permission if the
    /// server doesn't support functions.
    static Result<FunctionLibrary> look(RedisClient& client);
    /// Loads or replaces the library on one server, which replicates it. Returns false if the library is already
    /// current. Errors: same as look(), plus Refused if the server's library is newer or foreign and `forced` is false,
    /// and Exists if another library has a function with one of these names.
    static Result<bool> load(RedisClient& client, bool forced);
    /// Deletes the library. Returns false if there was none. Errors: same as load().
    static Result<bool> remove(RedisClient& client, bool forced);
};

/// Returns a state's name, such as `missing` or `current`.
QByteArray functionStateName(FunctionLibrary::State state);

} // namespace dueline
