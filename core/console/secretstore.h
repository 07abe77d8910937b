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

    /// Whether what is kept lasts, found out by trying.
    virtual void probe(QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Errors: NotFound; Io (there is no telling: no keyring, or a locked one), saying why.
    virtual void read(const QString& key, QObject* context, Answer<Result<Secret>> answer) = 0;
    /// Never fails: where no keyring takes it, it is kept in memory, and the answer says so.
    virtual void write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer) = 0;
    /// Of what is not there, too. Errors: Io.
    virtual void remove(const QString& key, QObject* context, Answer<Result<>> answer) = 0;
};

} // namespace dueline
