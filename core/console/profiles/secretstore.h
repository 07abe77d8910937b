// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace dueline {

/// Lifetime of secrets in a SecretStore.
struct SecretKeeping
{
    bool lasts = false; ///< false: in memory only, until this program ends
    QString reason; ///< complete sentence that says why it does not last; empty if it does

    bool operator==(const SecretKeeping&) const = default;
};

/// Port for the storage of passwords. It never writes plain text. Every answer is delivered asynchronously, from the
/// event loop of the calling thread, and not after `context` is destroyed.
class SecretStore
{
public:
    template <typename Value> using Answer = std::function<void(Value)>;

    virtual ~SecretStore() = default;

    /// Answers whether stored secrets would probably last, without a prompt or a write.
    virtual void probe(QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Reads a secret. A locked keyring that has the secret prompts the user once. Errors: NotFound; Io (there is no
    /// keyring); Authentication (the secret exists, but the keyring is locked or access was refused); Timeout (the
    /// keyring does not answer).
    virtual void read(const QString& key, QObject* context, Answer<Result<Secret>> answer) = 0;
    /// Stores a secret, and never fails: without a keyring it is kept in memory, and the answer says so. The secret can
    /// be read immediately, even while a keyring prompts the user. It prompts once.
    virtual void write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Stores a secret in memory only, until this program ends.
    virtual void hold(const QString& key, const Secret& secret) = 0;
    /// Removes a secret; succeeds if there is none. Errors: Io; Authentication (it is in a locked keyring); Timeout.
    virtual void remove(const QString& key, QObject* context, Answer<Result<>> answer) = 0;
};

} // namespace dueline
