// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/secret.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace dueline {

/// How long what a SecretStore keeps is kept.
struct SecretKeeping
{
    bool lasts = false; ///< false: in memory alone, until this program ends
    QString reason; ///< why it does not last, a whole sentence; empty when it does

    bool operator==(const SecretKeeping&) const = default;
};

/// Where passwords are kept: a port. Nothing is ever written in plain text. Every answer comes later, from the event
/// loop of the thread that asked, and not at all once `context` is gone.
class SecretStore
{
public:
    template <typename Value> using Answer = std::function<void(Value)>;

    virtual ~SecretStore() = default;

    /// Whether what is kept would last, as far as that is known without asking anybody: no prompt comes up, nothing is
    /// written.
    virtual void probe(QObject* context, Answer<SecretKeeping> answer) = 0;
    /// A locked keyring that holds it asks the person, once. Errors: NotFound; Io (there is no keyring); Authentication
    /// (it is there, and was not given: locked, refused); Timeout (the keyring does not answer).
    virtual void read(const QString& key, QObject* context, Answer<Result<Secret>> answer) = 0;
    /// Never fails: where no keyring takes it, it is kept in memory, and the answer says so. Can be read at once, also
    /// while a keyring asks the person for its own password, which it does once.
    virtual void write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer) = 0;
    /// In memory alone, until this program ends.
    virtual void hold(const QString& key, const Secret& secret) = 0;
    /// Of what is not there, too. Errors: Io; Authentication (it is there, and locked); Timeout.
    virtual void remove(const QString& key, QObject* context, Answer<Result<>> answer) = 0;
};

} // namespace dueline
