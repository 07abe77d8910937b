// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/console/secretstore.h"

#include <QObject>

#include <map>
#include <optional>

namespace QKeychain {
class Job;
}

namespace dueline {

/// The desktop's keyring by QtKeychain (Secret Service or KWallet), and memory where there is none. QtKeychain 0.13
/// cannot say whether there is a keyring, and a locked one answers "not found"; so it is probed by a secret of no worth
/// that is written, read back and taken out again. Each job has a deadline of ours, since a prompt nobody answers has
/// none.
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
    void remove(const QString& key, QObject* context, Answer<Result<>> answer) override;

private:
    struct Outcome
    {
        enum class Kind : quint8 { Done, NotFound, Failed };
        Kind kind = Kind::Failed;
        Secret secret; ///< of a read
        QString reason; ///< Failed
    };
    using Then = std::function<void(const Outcome&)>;

    void run(QKeychain::Job* job, const QString& key, Then then);
    void readKey(const QString& key, Then then);
    void writeKey(const QString& key, const Secret& secret, Then then);
    void removeKey(const QString& key, Then then);
    void probed(const SecretKeeping& keeping);

    const Millis m_patience;
    const QString m_service;
    bool m_lasts = false; ///< a probe succeeded
    int m_stuck = 0; ///< jobs beyond their deadline; QtKeychain runs one at a time, so others would wait for them
    std::vector<Answer<SecretKeeping>> m_waiting; ///< for the probe under way
    std::map<QString, Secret> m_memory;
};

} // namespace dueline
