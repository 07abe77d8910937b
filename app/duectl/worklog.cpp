// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/worklog.h"

#include "app/duectl/output.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/connect/payloadmask.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qint64 refusalsWaitMs = 1'000;
// How often to repeat the message while the server keeps refusing a login.
constexpr qint64 refusedAgainMs = 300'000;
constexpr int taskLinesPerSecond = 100;
constexpr const char* levelWords[] = {"error", "warning", "info", "debug"};
// priority prefixes for the journal; see sd-daemon(3)
constexpr const char* journalMarks[] = {"<3>", "<4>", "<6>", "<7>"};

QString tookWords(const Outcome& outcome)
{
    return u"attempt %1, ran %2, %3 late"_s.arg(
        QString::number(outcome.attempt), roughDuration(outcome.ran), roughDuration(outcome.late));
}

} // namespace

Result<LogLevel> parseLogLevel(const QByteArray& word)
{
    for (int level = 0; level < int(std::size(levelWords)); ++level) {
        if (word == levelWords[level])
            return LogLevel(level);
    }
    return Error{
        ErrorCode::Usage, u"Unknown --log-level %1; use error, warning, info or debug."_s.arg(printable(word, 40))};
}

bool WorkLog::isJournal(const QByteArray& journalStream)
{
    struct stat about = {};
    if (journalStream.isEmpty() || ::fstat(STDERR_FILENO, &about) != 0)
        return false;
    return journalStream == QByteArray::number(quint64(about.st_dev)) + ':' + QByteArray::number(quint64(about.st_ino));
}

WorkLog::WorkLog(LogLevel level, QStringList hidden)
    : m_level(level)
    , m_hidden(std::move(hidden))
    , m_form(isJournal(qgetenv("JOURNAL_STREAM")) ? Form::Journal
              : ::isatty(STDERR_FILENO) == 1      ? Form::Terminal
                                                  : Form::File)
{
    m_second.start();
}

QString WorkLog::shown(const QByteArray& text) const
{
    const qsizetype line = text.indexOf('\n');
    return printable(PayloadMask::masked(line < 0 ? text : text.left(line), m_hidden), 400);
}

void WorkLog::tell(LogLevel level, const QString& sentence)
{
    const std::lock_guard lock(m_mutex);
    write(level, sentence);
}

void WorkLog::write(LogLevel level, const QString& line)
{
    if (!wants(level))
        return;
    const TimePoint now = SystemClock().now();
    switch (m_form) {
    case Form::Journal:
        duectl::tell(QLatin1StringView(journalMarks[int(level)]) + line);
        break;
    case Form::Terminal:
        duectl::tell(clockText(now) + u' ' + line);
        break;
    case Form::File:
        duectl::tell(instantText(now) + u' ' + QLatin1StringView(levelWords[int(level)]) + u' ' + line);
        break;
    }
}

void WorkLog::tellLeftOut()
{
    m_second.restart();
    m_inSecond = 0;
    if (const qint64 count = std::exchange(m_leftOut, 0); count > 0)
        write(LogLevel::Warning, u"%1 more lines about tasks were omitted."_s.arg(count));
}

void WorkLog::writeOfTask(LogLevel level, const QueueName& queue, const TaskId& id, const QString& what)
{
    if (m_second.elapsed() >= 1000)
        tellLeftOut();
    if (m_inSecond >= taskLinesPerSecond) {
        ++m_leftOut;
        return;
    }
    ++m_inSecond;
    write(level, u"%1 %2: %3"_s.arg(printable(queue, 60), printable(id, 200), what));
}

void WorkLog::taskStarted(const QueueName& queue, const Lease& lease)
{
    if (!wants(LogLevel::Debug))
        return;
    const std::lock_guard lock(m_mutex);
    writeOfTask(LogLevel::Debug, queue, lease.id, u"attempt %1 starts"_s.arg(lease.attempt));
}

void WorkLog::tasksFinished(const QueueName& queue, const std::vector<Outcome>& outcomes)
{
    if (!wants(LogLevel::Warning))
        return;
    for (const Outcome& outcome : outcomes) {
        const bool failed = outcome.outcome == "failed";
        const bool quiet = outcome.outcome == "done" || outcome.outcome == "released";
        const LogLevel level = failed ? LogLevel::Warning : quiet ? LogLevel::Debug : LogLevel::Info;
        if (!wants(level))
            continue;
        QString what = u"%1 (%2)"_s.arg(QString::fromLatin1(outcome.outcome), tookWords(outcome));
        if (!outcome.error.isEmpty())
            what += u": "_s + shown(outcome.error);
        const std::lock_guard lock(m_mutex);
        writeOfTask(level, queue, outcome.id, what);
    }
}

void WorkLog::taskLogged(const QueueName& queue, const TaskId& id, QByteArrayView line)
{
    if (!wants(LogLevel::Debug))
        return;
    const QString text = shown(line.toByteArray());
    const std::lock_guard lock(m_mutex);
    writeOfTask(LogLevel::Debug, queue, id, u"says "_s + text);
}

void WorkLog::leaseLost(const QueueName& queue, const Lease& lease)
{
    const std::lock_guard lock(m_mutex);
    writeOfTask(LogLevel::Warning, queue, lease.id, u"the lease was lost; the result of this run is discarded"_s);
}

void WorkLog::troubled(EngineService service, const Error& error)
{
    const std::lock_guard lock(m_mutex);
    if (isRefusal(error.code) && (service == EngineService::Fetcher || service == EngineService::Completer)) {
        if (!m_refusal)
            m_refusal = error;
        return;
    }
    if (isRefusal(error.code) && !m_troubled.contains(service)) {
        m_waiting.try_emplace(service, error);
        if (!m_sinceWaiting.isValid())
            m_sinceWaiting.start();
        return;
    }
    tellOf(service, error);
}

void WorkLog::recovered(EngineService service)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.erase(service);
    if (m_troubled.erase(service) > 0 && m_troubled.empty()) {
        m_told.clear();
        write(LogLevel::Info, u"The worker has reconnected."_s);
    }
}

void WorkLog::handlerHeld(const QByteArray&, const Error& error)
{
    const std::lock_guard lock(m_mutex);
    write(LogLevel::Error, error.message + u" The worker keeps trying."_s);
}

void WorkLog::handlerReady(const QByteArray& pattern)
{
    const std::lock_guard lock(m_mutex);
    write(LogLevel::Info, u"Tasks of type %1 can be started again."_s.arg(printable(pattern, 80)));
}

void WorkLog::limitTooLow(const Error& error)
{
    const std::lock_guard lock(m_mutex);
    write(LogLevel::Warning, error.message);
}

void WorkLog::tellWaiting()
{
    const std::lock_guard lock(m_mutex);
    if (m_second.elapsed() >= 1000)
        tellLeftOut();
    if (m_troubled.empty())
        m_refused.invalidate();
    else if (m_refused.isValid() && m_refused.elapsed() >= refusedAgainMs) {
        m_refused.start();
        write(LogLevel::Error,
            u"Still failing: %1 No tasks are being claimed and no results are being written."_s.arg(m_told));
    }
    if (m_refusal || !m_sinceWaiting.isValid() || m_sinceWaiting.elapsed() < refusalsWaitMs)
        return;
    m_sinceWaiting.invalidate();
    for (const auto& [service, error] : std::exchange(m_waiting, {}))
        tellOf(service, error);
}

void WorkLog::tellEnd(const QString& sentence)
{
    const std::lock_guard lock(m_mutex);
    tellLeftOut();
    write(LogLevel::Info, sentence);
}

std::optional<Error> WorkLog::refusal() const
{
    const std::lock_guard lock(m_mutex);
    return m_refusal;
}

void WorkLog::tellOf(EngineService service, const Error& error)
{
    const bool first = m_troubled.empty();
    m_troubled.insert_or_assign(service, error.message);
    // A lost connection affects all services, so only the first one reports it. Refused logins are always reported.
    if (first || (m_told != error.message && (m_troubled.size() == 1 || error.refusesLogin()))) {
        m_told = error.message;
        write(LogLevel::Error, troubleWords(error));
        if (error.refusesLogin())
            m_refused.start();
    }
}

} // namespace dueline::duectl
