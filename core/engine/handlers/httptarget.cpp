// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/httptarget.h"

#include "core/base/text.h"

namespace dueline {

QString HttpTarget::withoutSecrets(const QUrl& url)
{
    QString text = url.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::FullyEncoded);
    if (url.hasQuery())
        text += QStringLiteral("?…");
    return printable(text.toUtf8(), 200);
}

Result<HttpTarget> HttpTarget::parse(const QString& address)
{
    QUrl url(address.trimmed(), QUrl::StrictMode);
    const bool known = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    if (!url.isValid() || !known || url.host().isEmpty())
        return Error{
            ErrorCode::Usage, QStringLiteral("\"http:\" needs a complete URL, such as http:https://example.org/hook.")};
    HttpTarget target;
    if (!url.userInfo().isEmpty())
        target.authorization = "Basic "
            + (url.userName(QUrl::FullyDecoded) + u':' + url.password(QUrl::FullyDecoded)).toUtf8().toBase64();
    url.setUserInfo({});
    url.setFragment({});
    target.shown = withoutSecrets(url);
    target.url = std::move(url);
    return target;
}

} // namespace dueline
