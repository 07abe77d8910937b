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

/// The desktop's keyring by QtKeychain (Secret Service or KWallet), and memory where there is none. It is asked only
/// when a password is to be kept or fetched, since it may ask the person in turn: for a password of its own, or to
/// choose one. QtKeychain 0.13 answers "not found" for a locked one, and "done" where the person refused; so what is
/// not found is looked for (KeyringLook), and what was written is read back. Each job has a deadline of ours, since a
/// prompt nobody answers has none.
class KeychainStore : public QObject, public SecretStore
{
    Q_OBJECT

public:
    /// `patience`: for one job; long enough for a person to unlock a keyring that asks. `service`: under which secrets
    /// stand in the keyring.
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
            Refused, ///< by the person, or since it is locked
            NoAnswer,
            Failed,
        };
        Kind kind = Kind::Failed;
        Secret secret; ///< of a read
        QString reason; ///< what it is, without a full stop; empty: Done, NotFound
    };
    using Then = std::function<void(const Outcome&)>;

    void run(QKeychain::Job* job, const QString& key, Then then);
    /// NotFound: nowhere, not in what is locked either.
    void readKey(const QString& key, const Then& then);
    void writeKey(const QString& key, const Secret& secret, Then then);
    void removeKey(const QString& key, Then then);
    /// What a person refused is Done to QtKeychain.
    void readBack(const QString& key, const Secret& written, const Answer<SecretKeeping>& tell);

    const Millis m_patience;
    const QString m_service;
    const KeyringLook m_look;
    int m_stuck = 0; ///< jobs beyond their deadline; QtKeychain runs one at a time, so others would wait for them
    std::map<QString, Secret> m_memory; ///< what no keyring holds, or not yet
};

} // namespace dueline
