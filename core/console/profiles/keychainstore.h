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

/// The desktop's keyring, accessed through QtKeychain (Secret Service or KWallet), with memory as a fallback. The
/// keyring is accessed only to store or read a password, because each access may prompt the user to unlock or select a
/// keyring. QtKeychain 0.13 reports "not found" for a locked keyring, and success even if the user refused. Therefore,
/// KeyringLook searches for missing entries, and entries are read back after a write. Each job has a deadline, because
/// a prompt may remain unanswered.
class KeychainStore : public QObject, public SecretStore
{
    Q_OBJECT

public:
    /// Creates a store. `patience`: time limit for one job, which must be long enough for the user to unlock a keyring.
    /// `service`: name under which the keyring stores the secrets.
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
            Refused, ///< refused by the user or by a locked keyring
            NoAnswer,
            Failed,
        };
        Kind kind = Kind::Failed;
        Secret secret; ///< secret that was read
        QString reason; ///< error text without a period; empty for Done and NotFound
    };
    using Then = std::function<void(const Outcome&)>;

    void run(QKeychain::Job* job, const QString& key, Then then);
    /// Reads a key. NotFound means that no keyring, locked or unlocked, contains the secret.
    void readKey(const QString& key, const Then& then);
    void writeKey(const QString& key, const Secret& secret, Then then);
    void removeKey(const QString& key, Then then);
    /// Reads a key back after a write, because QtKeychain reports success even if the user refused.
    void readBack(const QString& key, const Secret& written, const Answer<SecretKeeping>& tell);

    const Millis m_patience;
    const QString m_service;
    const KeyringLook m_look;
    int m_stuck = 0; ///< jobs past their deadline, which block other jobs because QtKeychain runs one job at a time
    std::map<QString, Secret> m_memory; ///< secrets that no keyring stores, and secrets still being written
};

} // namespace dueline
