// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/keychainstore.h"

#include "core/base/text.h"

#include <QTimer>
#include <QUuid>
#include <qt6keychain/keychain.h>

namespace dueline {

namespace {

/// Calls the answer only while who asked is there, and never before the question has returned.
template <typename Value> SecretStore::Answer<Value> guarded(QObject* context, SecretStore::Answer<Value> answer)
{
    return [context = QPointer(context), answer = std::move(answer)](Value value) {
        if (context)
            answer(std::move(value));
    };
}

QString withoutStop(QString text)
{
    while (text.endsWith(u'.'))
        text.chop(1);
    return text;
}

} // namespace

KeychainStore::KeychainStore(Millis patience, QString service)
    : m_patience(patience)
    , m_service(std::move(service))
{ }

KeychainStore::~KeychainStore() = default;

/// A job that does not end in time is left to itself: QtKeychain holds on to it from C code, so that it must not be
/// deleted.
void KeychainStore::run(QKeychain::Job* job, const QString& key, Then then)
{
    if (m_stuck > 0) {
        delete job; // never started
        QTimer::singleShot(0, this, [then = std::move(then)] {
            then({Outcome::Kind::Failed, {}, QStringLiteral("The keyring has not answered yet")});
        });
        return;
    }
    struct Watch
    {
        bool late = false;
        bool done = false;
    };
    const auto watch = std::make_shared<Watch>();
    job->setKey(key);
    job->setInsecureFallback(false);
    QTimer::singleShot(m_patience, this, [this, watch, then] {
        if (watch->done)
            return;
        watch->late = true;
        ++m_stuck;
        then({Outcome::Kind::Failed, {},
            QStringLiteral("The keyring did not answer within %1 s; it may be locked")
                .arg(double(m_patience.count()) / 1000)});
    });
    connect(job, &QKeychain::Job::finished, this, [this, watch, then](QKeychain::Job* ended) {
        watch->done = true;
        if (watch->late) {
            --m_stuck;
            return;
        }
        Outcome outcome;
        if (ended->error() == QKeychain::NoError) {
            outcome.kind = Outcome::Kind::Done;
            if (const auto* read = qobject_cast<QKeychain::ReadPasswordJob*>(ended))
                outcome.secret = Secret(read->binaryData());
        } else if (ended->error() == QKeychain::EntryNotFound) {
            outcome.kind = Outcome::Kind::NotFound;
        } else {
            const QString why = withoutStop(printable(ended->errorString().toUtf8(), 200));
            outcome.reason = why.isEmpty() ? QStringLiteral("The keyring refuses") : why;
        }
        then(outcome);
    });
    job->start();
}

void KeychainStore::readKey(const QString& key, Then then)
{
    run(new QKeychain::ReadPasswordJob(m_service), key, std::move(then));
}

void KeychainStore::writeKey(const QString& key, const Secret& secret, Then then)
{
    auto* job = new QKeychain::WritePasswordJob(m_service);
    const QString text = QString::fromUtf8(secret.bytes());
    // As text where it is one, so that the keyring's own program can show it.
    if (text.toUtf8() == secret.bytes() && !text.contains(QChar::Null))
        job->setTextData(text);
    else
        job->setBinaryData(secret.bytes());
    run(job, key, std::move(then));
}

void KeychainStore::removeKey(const QString& key, Then then)
{
    run(new QKeychain::DeletePasswordJob(m_service), key, std::move(then));
}

void KeychainStore::probe(QObject* context, Answer<SecretKeeping> answer)
{
    m_waiting.push_back(guarded<SecretKeeping>(context, std::move(answer)));
    if (m_waiting.size() > 1)
        return;
    if (m_lasts) {
        QTimer::singleShot(0, this, [this] { probed({true, {}}); });
        return;
    }
    const QString key = QStringLiteral("probe/") + QUuid::createUuid().toString(QUuid::WithoutBraces);
    const Secret token(QUuid::createUuid().toByteArray(QUuid::WithoutBraces));
    const auto failed = [this](const QString& reason) {
        probed(
            {false, QStringLiteral("No keyring can be used (%1), so passwords are kept until you quit.").arg(reason)});
    };
    writeKey(key, token, [this, key, token, failed](const Outcome& written) {
        if (written.kind != Outcome::Kind::Done)
            return failed(written.reason.isEmpty() ? QStringLiteral("it takes nothing") : written.reason);
        readKey(key, [this, key, token, failed](const Outcome& read) {
            const bool same = read.kind == Outcome::Kind::Done && read.secret == token;
            const QString reason = read.reason.isEmpty() ? QStringLiteral("it is locked") : read.reason;
            removeKey(key, [this, same, reason, failed](const Outcome& removed) {
                m_lasts = same && removed.kind == Outcome::Kind::Done;
                if (m_lasts)
                    probed({true, {}});
                else
                    failed(same ? QStringLiteral("it keeps what is taken out") : reason);
            });
        });
    });
}

void KeychainStore::probed(const SecretKeeping& keeping)
{
    for (const auto& answer : std::exchange(m_waiting, {}))
        answer(keeping);
}

void KeychainStore::read(const QString& key, QObject* context, Answer<Result<Secret>> answer)
{
    const auto tell = guarded<Result<Secret>>(context, std::move(answer));
    if (const auto kept = m_memory.find(key); kept != m_memory.end()) {
        QTimer::singleShot(0, this, [tell, secret = kept->second] { tell(secret); });
        return;
    }
    readKey(key, [this, tell](const Outcome& read) {
        if (read.kind == Outcome::Kind::Done)
            return tell(read.secret);
        // Not found, or locked, or not there at all: only a probe tells.
        probe(this, [tell](const SecretKeeping& keeping) {
            if (keeping.lasts)
                return tell(Error{ErrorCode::NotFound, QStringLiteral("The keyring holds no such password.")});
            tell(Error{ErrorCode::Io, keeping.reason});
        });
    });
}

void KeychainStore::write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer)
{
    const auto tell = guarded<SecretKeeping>(context, std::move(answer));
    probe(this, [this, key, secret, tell](const SecretKeeping& keeping) {
        if (!keeping.lasts) {
            m_memory[key] = secret;
            return tell(keeping);
        }
        writeKey(key, secret, [this, key, secret, tell](const Outcome& written) {
            if (written.kind == Outcome::Kind::Done) {
                m_memory.erase(key);
                return tell({true, {}});
            }
            m_lasts = false;
            m_memory[key] = secret;
            tell({false,
                QStringLiteral("The keyring does not take the password (%1), so it is kept until you quit.")
                    .arg(written.reason)});
        });
    });
}

void KeychainStore::remove(const QString& key, QObject* context, Answer<Result<>> answer)
{
    const auto tell = guarded<Result<>>(context, std::move(answer));
    m_memory.erase(key);
    removeKey(key, [tell](const Outcome& removed) {
        if (removed.kind != Outcome::Kind::Failed)
            return tell({});
        tell(Error{ErrorCode::Io,
            QStringLiteral("The password could not be taken out of the keyring: %1.").arg(removed.reason)});
    });
}

} // namespace dueline
