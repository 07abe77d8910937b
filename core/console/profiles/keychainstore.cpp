// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"

#include "core/base/text.h"

#include <QTimer>
#include <qt6keychain/keychain.h>

namespace dueline {

namespace {

/// Returns a callback that only calls `answer` while `context` exists.
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

SecretKeeping untilQuit(const QString& reason)
{
    return {false,
        QStringLiteral(
            "The password could not be saved in the keyring (%1). Dueline will remember it only until you quit.")
            .arg(reason)};
}

} // namespace

KeychainStore::KeychainStore(Millis patience, QString service)
    : m_patience(patience)
    , m_service(std::move(service))
    , m_look(patience)
{ }

KeychainStore::~KeychainStore() = default;

/// Runs a job with a deadline. A job that misses it isn't deleted, because QtKeychain's C code still refers to the job.
void KeychainStore::run(QKeychain::Job* job, const QString& key, Then then)
{
    if (m_stuck > 0) {
        delete job; // safe, because the job was never started
        QTimer::singleShot(0, this, [then = std::move(then)] {
            then({Outcome::Kind::NoAnswer, {}, QStringLiteral("it has not responded to an earlier request")});
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
        then({Outcome::Kind::NoAnswer, {},
            QStringLiteral("no response within %1 s").arg(double(m_patience.count()) / 1000)});
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
            outcome.reason = why.isEmpty() ? QStringLiteral("request denied") : why;
            if (ended->error() == QKeychain::AccessDenied || ended->error() == QKeychain::AccessDeniedByUser)
                outcome.kind = Outcome::Kind::Refused;
        }
        then(outcome);
    });
    job->start();
}

void KeychainStore::readKey(const QString& key, const Then& then)
{
    run(new QKeychain::ReadPasswordJob(m_service), key, [this, key, then](const Outcome& read) {
        if (read.kind != Outcome::Kind::NotFound)
            return then(read);
        m_look.holding(m_service, key, this, [then](KeyringLook::Holding holding) {
            switch (holding) {
            case KeyringLook::Holding::Nothing:
                return then({Outcome::Kind::NotFound, {}, {}});
            case KeyringLook::Holding::Locked:
                return then({Outcome::Kind::Refused, {}, QStringLiteral("it is locked")});
            case KeyringLook::Holding::NoAnswer:
                return then({Outcome::Kind::NoAnswer, {}, QStringLiteral("no response")});
            }
        });
    });
}

void KeychainStore::writeKey(const QString& key, const Secret& secret, Then then)
{
    auto* job = new QKeychain::WritePasswordJob(m_service);
    const QString text = QString::fromUtf8(secret.bytes());
    // Store the secret as text if possible, so that the desktop's keyring program can display it.
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
    const auto tell = guarded<SecretKeeping>(context, std::move(answer));
    m_look.whyNone(this, [tell](const QString& reason) {
        if (reason.isEmpty())
            return tell({true, {}});
        tell({false,
            QStringLiteral("No keyring found (%1). Dueline will remember passwords only until you quit.").arg(reason)});
    });
}

void KeychainStore::read(const QString& key, QObject* context, Answer<Result<Secret>> answer)
{
    const auto tell = guarded<Result<Secret>>(context, std::move(answer));
    if (const auto kept = m_memory.find(key); kept != m_memory.end()) {
        QTimer::singleShot(0, this, [tell, secret = kept->second] { tell(secret); });
        return;
    }
    readKey(key, [tell](const Outcome& read) {
        switch (read.kind) {
        case Outcome::Kind::Done:
            return tell(read.secret);
        case Outcome::Kind::NotFound:
            return tell(Error{ErrorCode::NotFound, QStringLiteral("The keyring does not contain this password.")});
        case Outcome::Kind::Refused:
            return tell(Error{ErrorCode::Authentication,
                QStringLiteral("The keyring did not return the password (%1). Unlock it and try again.")
                    .arg(read.reason)});
        case Outcome::Kind::NoAnswer:
            return tell(Error{ErrorCode::Timeout,
                QStringLiteral("The keyring did not return the password (%1). Answer its prompt, or restart it.")
                    .arg(read.reason)});
        case Outcome::Kind::Failed:
            break;
        }
        tell(Error{ErrorCode::Io, QStringLiteral("No keyring is available (%1).").arg(read.reason)});
    });
}

void KeychainStore::write(const QString& key, const Secret& secret, QObject* context, Answer<SecretKeeping> answer)
{
    const auto tell = guarded<SecretKeeping>(context, std::move(answer));
    hold(key, secret);
    writeKey(key, secret, [this, key, secret, tell](const Outcome& written) {
        if (written.kind != Outcome::Kind::Done)
            return tell(
                untilQuit(written.reason.isEmpty() ? QStringLiteral("it rejected the password") : written.reason));
        readBack(key, secret, tell);
    });
}

void KeychainStore::readBack(const QString& key, const Secret& written, const Answer<SecretKeeping>& tell)
{
    readKey(key, [this, key, written, tell](const Outcome& read) {
        const auto kept = m_memory.find(key);
        if (kept == m_memory.end() || kept->second != written)
            // A later request has replaced or removed the secret, and will report the result.
            return tell({true, {}});
        if (read.kind == Outcome::Kind::Done && read.secret == written) {
            m_memory.erase(kept);
            return tell({true, {}});
        }
        tell(untilQuit(read.reason.isEmpty() ? QStringLiteral("access denied") : read.reason));
    });
}

void KeychainStore::remove(const QString& key, QObject* context, Answer<Result<>> answer)
{
    const auto tell = guarded<Result<>>(context, std::move(answer));
    m_memory.erase(key);
    const auto failed = [tell](ErrorCode code, const QString& reason) {
        tell(Error{code, QStringLiteral("The password could not be removed from the keyring: %1.").arg(reason)});
    };
    removeKey(key, [this, key, tell, failed](const Outcome& removed) {
        if (removed.kind == Outcome::Kind::NoAnswer)
            return failed(ErrorCode::Timeout, removed.reason);
        if (removed.kind != Outcome::Kind::Done && removed.kind != Outcome::Kind::NotFound)
            return failed(ErrorCode::Io, removed.reason);
        // QtKeychain reports success even if the entry is in a locked keyring, so check whether it still exists.
        m_look.holding(m_service, key, this, [tell, failed](KeyringLook::Holding holding) {
            if (holding == KeyringLook::Holding::Locked)
                return failed(ErrorCode::Authentication, QStringLiteral("it is locked"));
            tell({});
        });
    });
}

} // namespace dueline
