// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/handlerspec.h"

#include "core/engine/handlers/builtinhandlers.h"
#include "core/engine/handlers/commandhandler.h"
#include "core/engine/handlers/httphandler.h"

#include "core/base/text.h"

#include <QProcess>

namespace dueline {
namespace {

constexpr auto kinds = "echo, sleep:MS, fail, fail:PERCENT, command:PROGRAM ARGUMENTS or http:URL";

Error usage(const QString& what)
{
    return {ErrorCode::Usage, QStringLiteral("%1; use %2.").arg(what, QLatin1String(kinds))};
}

Result<std::shared_ptr<Handler>> makeSleep(const QString& argument)
{
    bool ok = false;
    const qint64 ms = argument.toLongLong(&ok);
    if (!ok || ms < 0 || ms > 86'400'000)
        return usage(QStringLiteral("\"sleep:%1\" needs a whole number of milliseconds from 0 to 86400000")
                         .arg(printable(argument.toUtf8())));
    return std::shared_ptr<Handler>(std::make_shared<SleepHandler>(Millis(ms)));
}

Result<std::shared_ptr<Handler>> makeFail(const QString& argument)
{
    bool ok = false;
    const int percent = argument.toInt(&ok);
    if (!ok || percent < 0 || percent > 100)
        return usage(QStringLiteral("\"fail:%1\" needs a percentage from 0 to 100").arg(printable(argument.toUtf8())));
    return std::shared_ptr<Handler>(std::make_shared<FailHandler>(percent));
}

Result<std::shared_ptr<Handler>> makeCommand(const QString& line)
{
    const QStringList words = QProcess::splitCommand(line);
    if (words.isEmpty() || words.front().isEmpty())
        return usage(QStringLiteral("\"command:\" needs a program to run"));
    std::vector<QByteArray> arguments;
    for (const QString& word : words)
        arguments.push_back(word.toLocal8Bit());
    return std::shared_ptr<Handler>(std::make_shared<CommandHandler>(std::move(arguments)));
}

} // namespace

Result<std::shared_ptr<Handler>> makeHandler(const QString& kind)
{
    const qsizetype colon = kind.indexOf(u':');
    const QString name = colon < 0 ? kind : kind.first(colon);
    const QString argument = colon < 0 ? QString() : kind.sliced(colon + 1);
    if (name == u"echo" && colon < 0)
        return std::shared_ptr<Handler>(std::make_shared<EchoHandler>());
    if (name == u"sleep")
        return makeSleep(argument);
    if (name == u"fail")
        return colon < 0 ? std::shared_ptr<Handler>(std::make_shared<FailHandler>(100)) : makeFail(argument);
    if (name == u"command")
        return makeCommand(argument);
    if (name == u"http" || name == u"https") // accept both `http:https://…` and a pasted `https://…`
        return HttpHandler::make(argument.startsWith(u"//") ? kind : name == u"http" ? argument : QString());
    return usage(
        // show only the name: the rest of the text may contain a secret
        QStringLiteral("\"%1\" is not a kind of handler").arg(printable(name.toUtf8(), 60)));
}

Result<HandlerSpec> parseHandler(const QString& text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals <= 0)
        return usage(QStringLiteral("\"%1\" does not have the form TYPE=KIND")
                         .arg(printable(text.section(u':', 0, 0).toUtf8())));
    Result<std::shared_ptr<Handler>> handler = makeHandler(text.sliced(equals + 1));
    if (!handler)
        return handler.error();
    return HandlerSpec{text.first(equals).toUtf8(), std::move(*handler)};
}

} // namespace dueline
