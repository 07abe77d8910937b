// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace dueline {

/// Answer that says where a SecretStore stores a secret.
struct SecretKeeping
{
    bool lasts = false; ///< false if the secret is only in memory and will be lost when this program ends
    QString reason; ///< complete sentence that says why the secret is only in memory; empty if it is stored permanently

    bool operator==(const SecretKeeping&) const = default;
};

/// Interface for storing passwords, which are never written as plain text. Answers are delivered asynchronously by the
/// calling thread's event loop, and never after `context` has been destroyed.
class SecretStore
{
public:
    template <typename Value> using Answer = std::function<void(Value)>;

    virtual ~SecretStore() = default;

    /// Finds out whether secrets would probably be stored permanently. Causes no prompt and writes nothing.
    virtual void probe(QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Reads a secret. If it is in a locked keyring, the user is prompted once. Errors: NotFound; Io (there is no
    /// keyring); Authentication (a keyring contains the secret but is locked or refused access); Timeout (the keyring
    /// doesn't answer).
    virtual void read(const QString& key, QObject* context, Answer<Result<Secret>> answer) = 0;
    /// Stores a secret. Always succeeds: without a keyring, the secret is stored in memory, and the answer says so. The
    /// secret can be read immediately, even while the keyring is prompting the user. The user is prompted at most once.
    virtual void write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Stores a secret in memory until this program ends.
    virtual void hold(const QString& key, const Secret& secret) = 0;
    /// Removes a secret. Succeeds if there is none. Errors: Io; Authentication (the secret is in a locked keyring);
    /// Timeout.
    virtual void remove(const QString& key, QObject* context, Answer<Result<>> answer) = 0;
};

} // namespace dueline
