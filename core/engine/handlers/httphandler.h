// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"
#include "core/engine/handlers/httptarget.h"

#include <QSslConfiguration>

namespace dueline {

/// Handler for `http:URL`: posts the payload, with the task's data in the headers `Dueline-Id, -Type, -Queue, -Attempt,
/// -Token, -Due-Ms, -Deadline-Ms`. Bytes outside printable ASCII in these headers are percent-encoded. HttpAnswer
/// interprets the response; if there is none, the task is retried. Each attempt sends at most one request. Redirects,
/// cookies and proxies are not used, and certificates and host names are always verified. A stop request or the
/// deadline ends the exchange immediately. Each thread that runs the handler has its own connection, so that slots
/// don't wait for each other. The exchange needs an event loop, which run() provides.
class HttpHandler : public Handler
{
public:
    /// Size limit for a response body; longer responses are aborted.
    static constexpr qint64 mostOfBody = 16 * 1024 * 1024;

    /// Creates a handler that trusts the system's certificate authorities and those in the file named by
    /// $SSL_CERT_FILE. Errors: Usage if the address or the file is invalid.
    static Result<std::shared_ptr<Handler>> make(const QString& address);

    HandlerResult run(TaskContext& context) override;
    /// Returns one slot's needs: descriptors for waking the thread started by Qt's network manager, and for two
    /// connections while Qt chooses between them.
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
