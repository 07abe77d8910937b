// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace dueline {

/// Information about how long a SecretStore will keep a secret.
struct SecretKeeping
{
    bool lasts = false; ///< false if the secret is stored only in memory, until this program ends
    QString reason; ///< complete sentence that explains why the secret is not stored permanently; empty if it is

    bool operator==(const SecretKeeping&) const = default;
};

/// Port for storing passwords. Plain text is never written. Every answer is delivered asynchronously, from the event
/// loop of the calling thread, and never after `context` is destroyed.
class SecretStore
{
public:
    template <typename Value> using Answer = std::function<void(Value)>;

    virtual ~SecretStore() = default;

    /// Reports whether secrets are likely to be stored permanently, without a prompt or a write.
    virtual void probe(QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Reads a secret. If it is in a locked keyring, the user is prompted once. Errors: NotFound; Io (there is no
    /// keyring); Authentication (the secret exists, but the keyring is locked or access was refused); Timeout (the
    /// keyring does not answer).
    virtual void read(const QString& key, QObject* context, Answer<Result<Secret>> answer) = 0;
    /// Stores a secret. Never fails: without a keyring, the secret is kept in memory, and the answer reports this. The
    /// secret can be read immediately, even while a keyring is prompting the user. The user is prompted at most once.
    virtual void write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Stores a secret only in memory, until this program ends.
    virtual void hold(const QString& key, const Secret& secret) = 0;
    /// Removes a secret; succeeds if there is none. Errors: Io; Authentication (the secret is in a locked keyring);
    /// Timeout.
    virtual void remove(const QString& key, QObject* context, Answer<Result<>> answer) = 0;
};

} // namespace dueline
