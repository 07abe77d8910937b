// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/hostlookup.h"

#include "core/base/interruption.h"
#include "core/base/text.h"
#include "core/redis/waiting.h"

#include <QUrl>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

#include <netdb.h>
#include <sys/socket.h>

namespace dueline {

namespace {

/// State shared by the calling thread and the lookup thread until both are done. It contains only plain types, because
/// the lookup thread may still be running when the program exits.
struct Question
{
    std::string name;
    std::mutex mutex;
    std::condition_variable answered;
    bool done = false;
    int problem = 0; ///< return value of getaddrinfo()
    addrinfo* addresses = nullptr;

    ~Question()
    {
        if (addresses)
            ::freeaddrinfo(addresses);
    }
};

void ask(const std::shared_ptr<Question>& question)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* addresses = nullptr;
    const int problem = ::getaddrinfo(question->name.c_str(), nullptr, &hints, &addresses);
    const std::lock_guard lock(question->mutex);
    question->problem = problem;
    question->addresses = problem == 0 ? addresses : nullptr;
    question->done = true;
    question->answered.notify_all();
}

} // namespace

Result<QList<QHostAddress>> lookUpHost(const QString& host, QDeadlineTimer deadline)
{
    const QHostAddress written(host);
    if (!written.isNull())
        return QList<QHostAddress>{written};
    const QString shown = printable(host.toUtf8());
    const auto question = std::make_shared<Question>();
    question->name = QUrl::toAce(host).toStdString();
    if (question->name.empty())
        return Error{
            ErrorCode::Unreachable, QStringLiteral("\"%1\" is not a host name. Check its spelling.").arg(shown)};
    try {
        std::thread([question] { ask(question); }).detach();
    } catch (const std::system_error&) {
        return Error{ErrorCode::Io,
            QStringLiteral("The address of \"%1\" cannot be looked up: no more threads can be started here; raise the "
                           "limit (ulimit -u, TasksMax= of a unit), or end other programs.")
                .arg(shown)};
    }

    std::unique_lock lock(question->mutex);
    const auto answered = [&] { return question->done; };
    Waiting::because([] { return QStringLiteral("its name is still being looked up"); });
    while (!question->done && !deadline.hasExpired() && !Interruption::isDueHere()) {
        if (const int wait = Interruption::stepMs(deadline); wait < 0)
            question->answered.wait(lock, answered);
        else
            question->answered.wait_for(lock, Millis(wait), answered);
    }
    if (!question->done && Interruption::isDueHere())
        return Error{
            ErrorCode::Cancelled, QStringLiteral("Interrupted while waiting for the address of \"%1\".").arg(shown)};
    if (!question->done)
        return Error{ErrorCode::Timeout,
            QStringLiteral("Looking up the address of \"%1\" timed out. Is DNS working?").arg(shown)};
    if (question->problem != 0) {
        return Error{ErrorCode::Unreachable,
            QStringLiteral("Cannot reach Redis at %1: the host name is unknown. Check the name and DNS.").arg(shown),
            QString::fromLocal8Bit(::gai_strerror(question->problem))};
    }
    QList<QHostAddress> found;
    for (const addrinfo* entry = question->addresses; entry; entry = entry->ai_next) {
        const QHostAddress address(entry->ai_addr);
        if (!address.isNull() && !found.contains(address))
            found << address;
    }
    return found;
}

} // namespace dueline
