// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/httpresponder.h"
#include "app/duectl/metricsexporter.h"
#include "app/duectl/outputfile.h"
#include "app/duectl/servicenotice.h"
#include "app/duectl/signals.h"
#include "core/console/metrics/totalsfile.h"
#include "core/redis/redisurl.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qint64 mostQueues = 1000;

/// Reads the options. Queue names aren't looked up on the server, so they must be spelled as `duectl queues` prints
/// them. Errors: Usage.
Result<MetricsRequest> readRequest(const Context& context)
{
    const CommandLine& line = context.line();
    MetricsRequest request;
    const auto most = line.number("limit", 1, mostQueues);
    if (!most)
        return most.error();
    request.most = std::size_t(most->value_or(qint64(request.most)));
    for (const QByteArray& word : line.values("queue")) {
        auto spelled = spelledQueue(context.layout(), word);
        if (!spelled)
            return spelled.error();
        request.queues.push_back(spelled->value_or(word));
        if (!*spelled)
            request.meant[word] = listedQueue(context.layout(), {}, word);
    }
    if (context.json())
        return usage(u"metrics has its own format; remove --json."_s);
    if (line.has("listen") && line.has("output"))
        return usage(
            u"--listen and --output cannot be used together: metrics are either served or written to a file."_s);
    if (line.has("host") && !line.has("listen"))
        return usage(u"--host requires --listen."_s);
    if (line.has("output") && line.value("output").isEmpty())
        return usage(u"--output needs a file name."_s);
    return request;
}

QByteArray identityOf(const ConnectionSpec& connection)
{
    return displayUrl(connection.redis).toUtf8() + '\n' + connection.layout.text().toUtf8() + '\n' + connection.prefix;
}

void tellLeftOut(qint64 count)
{
    if (count > 0)
        tell(u"%1 queues are omitted: raise --limit, or select queues with --queue."_s.arg(count));
}

/// Writes the metrics once, to standard output or a file. The output is valid even if the server doesn't respond.
Result<int> writeOnce(Context& context, const MetricsRequest& request)
{
    const auto commands = std::make_shared<CommandCounter>();
    context.observe(commands);
    const TotalsFile file(identityOf(context.connection()));
    MetricsReader reader(request, commands, file.read());
    QElapsedTimer clock;
    clock.start();
    const auto backend = context.open(Access::ReadOnly);
    MetricsReading reading = backend
        ? reader.read(**backend)
        : MetricsReading::failedBy(backend.error(), std::chrono::nanoseconds(clock.nsecsElapsed()));
    const std::optional<Error> error = reading.error;
    const qint64 leftOut = reading.leftOut;
    if (!error)
        file.write(reader.totals());
    const QByteArray text = written(MetricsLog().note(std::move(reading)), MetricsFormat::Text);
    if (!context.line().has("output")) {
        context.out().write(text);
    } else if (const auto replaced = replaceFile(context.line().value("output"), text, u"the metrics file"_s);
               !replaced) {
        return replaced.error();
    }
    tellLeftOut(leftOut);
    if (!error)
        return 0;
    tell(error->message);
    return exitCodeOf(error->code);
}

void tellChange(const std::optional<Error>& error)
{
    tell(error ? u"%1 dueline_up is 0 until Redis responds."_s.arg(error->message) : u"Reconnected."_s);
}

void answer(MetricsExporter& exporter, const HttpRequest& request, const HttpResponder::Reply& reply)
{
    if (request.path == "/metrics") {
        const MetricsFormat format = acceptedFormat(request.accept);
        return exporter.ask([reply, format](const MetricsExporter::Families& families) {
            reply({200, written(families, format), contentTypeOf(format)});
        });
    }
    if (request.path == "/healthz")
        return reply({200, "ok\n"});
    if (request.path == "/")
        return reply({200, "duectl metrics " DUELINE_VERSION "\n/metrics\n/healthz\n"});
    reply({404, "Not Found\n"});
}

Result<int> serve(Context& context, const MetricsRequest& request)
{
    const ServiceNotice notice;
    SignalWatch signalWatch;
    QStringList hosts;
    for (const QByteArray& host : context.line().values("host"))
        hosts << QString::fromUtf8(host);
    std::unique_ptr<MetricsExporter> exporter; // created before the first request is read
    HttpResponder responder(
        [&exporter](const HttpRequest& asked, const HttpResponder::Reply& reply) { answer(*exporter, asked, reply); },
        hosts);
    if (const auto listening = responder.listen(context.line().value("listen")); !listening)
        return listening.error();
    if (canAsk())
        // Connect now to prompt for a missing password. Ignore errors: the first reading reports them.
        (void)context.open(Access::ReadOnly);
    exporter = std::make_unique<MetricsExporter>(context.connection(), request, tellChange);
    if (!responder.isLoopback())
        tell(
            u"Warning: anyone who can reach this address can read queue names and task counts; there is no password or TLS. Use 127.0.0.1, or a proxy with a password, to keep them private."_s);
    context.out().line(responder.url() + u"/metrics"_s);
    context.out().flush();
    if (context.out().failed())
        return 1; // standard output is closed, so the address couldn't be printed
    notice.ready();
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (signalWatch.count() > 0)
            loop.quit();
    });
    look.start(lookAtSignals);
    loop.exec();
    notice.stopping();
    return 0;
}

} // namespace

Result<int> runMetrics(Context& context)
{
    const auto request = readRequest(context);
    if (!request)
        return request.error();
    return context.line().has("listen") ? serve(context, *request) : writeOnce(context, *request);
}

} // namespace dueline::duectl
