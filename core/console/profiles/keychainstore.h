// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/console/profiles/keyringlook.h"
#include "core/console/profiles/secretstore.h"

#include <QObject>

#include <map>

namespace QKeychain {
class Job;
}

namespace dueline {

/// The desktop's keyring, accessed through QtKeychain (Secret Service or KWallet). Without a keyring, secrets are
/// stored in memory. The keyring is only accessed to store or read a password, because each access may prompt the user
/// to unlock or select a keyring. QtKeychain 0.13 reports "not found" for a locked keyring, and success even if the
/// user refused. To compensate, missing entries are looked up with KeyringLook, and written entries are read back. Each
/// job has a deadline, because the user may not answer a prompt.
class KeychainStore : public QObject, public SecretStore
{
    Q_OBJECT

public:
    /// Creates a store. `patience`: time limit for a job; must leave the user enough time to unlock a keyring.
    /// `service`: name that the keyring stores the secrets under.
    explicit KeychainStore(Millis patience = Millis(30'000), QString service = QStringLiteral("dueline"));
    ~KeychainStore() override;

    void probe(QObject* context, Answer<SecretKeeping> answer) override;
    void read(const QString& key, QObject* context, Answer<Result<Secret>> answer) override;
    void write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer) override;
    void hold(const QString& key, const Secret& secret) override { m_memory[key] = secret; }
    void remove(const QString& key, QObject* context, Answer<Result<>> answer) override;

private:
    struct Outcome
    {
        enum class Kind : quint8 {
            Done,
            NotFound,
            Refused, ///< the user refused, or the keyring is locked
            NoAnswer,
            Failed,
        };
        Kind kind = Kind::Failed;
        Secret secret;
        QString reason; ///< error without a final period; empty for Done and NotFound
    };
    using Then = std::function<void(const Outcome&)>;

    void run(QKeychain::Job* job, const QString& key, Then then);
    /// Reads a secret. NotFound means that no keyring contains it, not even a locked one.
    void readKey(const QString& key, const Then& then);
    void writeKey(const QString& key, const Secret& secret, Then then);
    void removeKey(const QString& key, Then then);
    /// Checks whether a secret was stored: QtKeychain reports success even if the user refused.
    void readBack(const QString& key, const Secret& written, const Answer<SecretKeeping>& tell);

    const Millis m_patience;
    const QString m_service;
    const KeyringLook m_look;
    /// number of jobs past their deadline; they block all others, because QtKeychain runs one job at a time
    int m_stuck = 0;
    std::map<QString, Secret> m_memory; ///< secrets that aren't in a keyring, or that are being written to it
};

} // namespace dueline
