// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sandbox.h"
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/signals.h"
#include "core/console/demo/demoframeworks.h"
#include "core/console/demo/demoqueues.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr Millis lookAtServer{200};

} // namespace

Result<int> runSandbox(Context& context)
{
    for (const char* option : {"url", "profile", "layout", "prefix"}) {
        if (context.line().has(option))
            return Error{ErrorCode::Usage,
                u"sandbox does not accept --%1: it starts a private Redis."_s.arg(QString::fromLatin1(option))};
    }
    SignalWatch signalWatch;
    const auto sandbox = Sandbox::start();
    if (!sandbox)
        return sandbox.error();
    if (context.line().has("demo")) {
        if (const auto filled = fillDemoQueues((*sandbox)->config()); !filled)
            return filled.error();
        if (const auto filled = fillDemoFrameworks((*sandbox)->config()); !filled)
            return filled.error();
    }
    const QByteArray url = (*sandbox)->url().toUtf8();
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("url", url);
        json.member("process_id", (*sandbox)->processId());
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().write(url + '\n');
    }
    context.out().flush();
    if (context.out().failed())
        return 1; // standard output is closed, so the address couldn't be printed
    tell(u"A private Redis is running. When this program ends (Ctrl+C), Redis stops and its data is lost. In another "
         u"terminal:\n"
         "  duectl --url %1 queues"_s.arg((*sandbox)->url()));
    while (signalWatch.count() == 0) {
        signalWatch.wait(lookAtServer);
        QCoreApplication::processEvents();
        if (!(*sandbox)->isRunning())
            return Error{
                ErrorCode::Io, u"The private Redis exited unexpectedly: it was stopped, or it ran out of memory."_s};
    }
    return 0;
}

} // namespace dueline::duectl
