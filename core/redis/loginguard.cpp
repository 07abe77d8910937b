// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/loginguard.h"

#include "core/base/interruption.h"
#include "core/redis/passwordcommand.h"
#include "core/redis/renewablepassword.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

#include <algorithm>
#include <map>

namespace dueline {

namespace {

using LoginTime = std::chrono::steady_clock::time_point;

LoginTime loginNow() { return std::chrono::steady_clock::now(); }

/// Returns a digest of the credentials. The password itself isn't stored.
QByteArray digestOf(const QString& user, const Secret& password, const RedisConfig& config)
{
    static const QByteArray salt = [] {
        QByteArray bytes(32, '\0');
        std::generate(bytes.begin(), bytes.end(), [] { return char(QRandomGenerator::system()->generate()); });
        return bytes;
    }();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(salt);
    for (const QByteArray& part :
        {user.toUtf8(), config.clientCertificate.toUtf8(), config.clientKey.toUtf8(), config.caCertificate.toUtf8(),
            config.serverName.toUtf8(), config.sshHost.toUtf8(), QByteArray::number(config.database)}) {
        hash.addData(QByteArray::number(part.size()) + ':');
        hash.addData(part);
    }
    hash.addData(password.bytes());
    return hash.result();
}

} // namespace

Secret passwordOf(const RedisConfig& config)
{
    const auto renewed = config.renewed ? config.renewed->current() : std::nullopt;
    return renewed ? *renewed : config.password;
}

std::shared_ptr<PasswordCommand> passwordCommandOf(const RedisConfig& config)
{
    return config.renewed && config.renewed->current() ? nullptr : config.passwordCommand;
}

namespace {

/// Returns a digest of the credentials for the servers: of the password, or of the command that prints it.
QByteArray serverDigest(const RedisConfig& config)
{
    const auto command = passwordCommandOf(config);
    if (!command)
        return digestOf(config.user, passwordOf(config), config);
    QByteArray words = "by command";
    for (const QByteArray& word : command->words())
        words += '\0' + word;
    return digestOf(config.user, Secret(words), config);
}

} // namespace

/// State of one set of credentials on one server.
struct LoginGuard::Login
{
    std::timed_mutex turn; ///< held by the connection that is currently offering the password
    bool byCommand = false;
    // The members below are guarded by the registry's lock.
    std::optional<Error> refusal;
    LoginTime until{};
    Millis pause{};
};

class LoginGuard::Register
{
public:
    std::shared_ptr<Login> entry(const QByteArray& digest, const QString& where, bool byCommand)
    {
        const std::lock_guard lock(m_mutex);
        std::shared_ptr<Login>& found = m_entries[digest][where];
        if (!found) {
            found = std::make_shared<Login>();
            found->byCommand = byCommand;
        }
        return found;
    }
    std::optional<Error> standing(const Login& entry) const
    {
        const std::lock_guard lock(m_mutex);
        return entry.refusal && loginNow() < entry.until ? entry.refusal : std::nullopt;
    }
    void note(Login& entry, const Result<>& outcome)
    {
        const std::lock_guard lock(m_mutex);
        if (outcome) {
            entry.refusal.reset();
            entry.pause = {};
        } else if (outcome.error().refusesLogin()) {
            entry.refusal = outcome.error();
            const Millis first = entry.byCommand ? m_pauses.firstOfCommand : m_pauses.first;
            entry.pause = std::clamp(entry.pause * 2, first, std::max(first, m_pauses.longest));
            entry.until = loginNow() + entry.pause;
        }
    }
    void forget(const QByteArray& digest)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_entries.find(digest);
        if (found == m_entries.end())
            return;
        for (auto& [where, entry] : found->second) {
            entry->refusal.reset();
            entry->pause = {};
        }
    }
    Millis heldBackFor(const QByteArray& digest) const
    {
        const std::lock_guard lock(m_mutex);
        Millis longest{};
        const auto found = m_entries.find(digest);
        if (found == m_entries.end())
            return longest;
        for (const auto& [where, entry] : found->second) {
            if (entry->refusal)
                longest = std::max(longest, std::chrono::ceil<Millis>(entry->until - loginNow()));
        }
        return longest;
    }
    void setPauses(Pauses pauses)
    {
        const std::lock_guard lock(m_mutex);
        m_pauses = pauses;
    }

private:
    mutable std::mutex m_mutex;
    Pauses m_pauses;
    std::map<QByteArray, std::map<QString, std::shared_ptr<Login>>> m_entries;
};

LoginGuard::Register& LoginGuard::theRegister()
{
    static Register only;
    return only;
}

LoginGuard::LoginGuard(const RedisConfig& config, const QString& where)
    : m_where(where)
{
    const bool byCommand = passwordCommandOf(config) != nullptr;
    m_entry = theRegister().entry(serverDigest(config), where, byCommand);
    m_offers = byCommand || !passwordOf(config).isEmpty() || !config.user.isEmpty();
}

LoginGuard::~LoginGuard() = default;

Result<> LoginGuard::standing() const
{
    const auto refusal = theRegister().standing(*m_entry);
    return refusal ? Result<>(*refusal) : Result<>();
}

Result<> LoginGuard::enter(QDeadlineTimer deadline)
{
    if (m_offers) {
        m_turn = std::unique_lock(m_entry->turn, std::defer_lock);
        const QDeadlineTimer by = deadline.isForever() ? QDeadlineTimer(60'000) : deadline;
        while (!m_turn.try_lock_for(Millis(Interruption::stepMs(by)))) {
            if (Interruption::isDueHere())
                return Error{ErrorCode::Cancelled, QStringLiteral("Interrupted while waiting for %1.").arg(m_where)};
            if (by.hasExpired())
                return Error{ErrorCode::Timeout, QStringLiteral("%1 did not respond in time.").arg(m_where)};
        }
    }
    return standing(); // check again: the previous connection's credentials may have just been refused
}

void LoginGuard::note(const Result<>& outcome) { theRegister().note(*m_entry, outcome); }

void LoginGuard::forget(const RedisConfig& config)
{
    theRegister().forget(serverDigest(config));
    if (config.topology == Topology::Sentinel)
        theRegister().forget(digestOf(config.sentinelUser, config.sentinelPassword, config));
}

Millis LoginGuard::heldBackFor(const RedisConfig& config) { return theRegister().heldBackFor(serverDigest(config)); }

void LoginGuard::setPauses(Pauses pauses) { theRegister().setPauses(pauses); }

} // namespace dueline
