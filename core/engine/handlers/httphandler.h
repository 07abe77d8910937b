// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"
#include "core/engine/handlers/httptarget.h"

#include <QSslConfiguration>

namespace dueline {

/// `http:URL`: posts the payload, with the task in the headers `Dueline-Id, -Type, -Queue, -Attempt, -Token, -Due-Ms,
/// -Deadline-Ms`, whose bytes outside printable ASCII are percent-encoded. What an answer means: HttpAnswer. No answer
/// is a retry. One attempt sends its request at most once. Redirects are not followed, no cookies are kept, no proxy is
/// asked, certificates and names are always checked. A stop or the deadline ends the exchange at once.
///
/// Each thread that runs it keeps a connection of its own, so that slots do not wait for each other; the exchange needs
/// an event loop, which run() brings along.
class HttpHandler : public Handler
{
public:
    static constexpr qint64 mostOfBody = 16 * 1024 * 1024; ///< read of an answer; whoever sends more is not heard out

    /// Trusts the system's authorities, and besides them those in the file that $SSL_CERT_FILE names. Errors: Usage
    /// (the address; that file).
    static Result<std::shared_ptr<Handler>> make(const QString& address);

    HandlerResult run(TaskContext& context) override;
    /// What wakes the thread that Qt's network manager starts, and two connections while one is chosen.
    SlotNeeds needsPerSlot() const override { return {4, 1, true}; }

private:
    class Exchange;

    HttpHandler(HttpTarget target, const QSslConfiguration& tls)
        : m_target(std::move(target))
        , m_tls(tls)
    { }

    const HttpTarget m_target;
    const QSslConfiguration m_tls;
};

} // namespace dueline
