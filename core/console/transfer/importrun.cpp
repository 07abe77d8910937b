// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/importrun.h"

#include "core/base/text.h"
#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrules.h"
#include "core/console/operations/operationsteering.h"
#include "core/console/operations/undorun.h"

#include <QStringList>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace dueline {

ImportRun::ImportRun(ImportRequest request, QIODevice& device)
    : m_request(std::move(request))
    , m_device(device)
    , m_reader(device, m_request.longestLine, m_request.format == TaskFormat::Csv)
{
    m_record.id = makeOperationId(m_request.queue, SystemClock().now());
    m_record.kind = "import";
    m_record.queue = m_request.queue;
    m_record.filter = m_request.source;
    m_record.by = m_request.by;
    m_record.reason = m_request.reason;
}

void ImportRun::problem(qint64 line, const QString& why)
{
    if (m_progress.problems.size() < ImportProgress::problemsKept)
        m_progress.problems.push_back({line, u"Line %1: %2."_s.arg(line).arg(why)});
}

Result<> ImportRun::begin(Backend& backend)
{
    if (const auto valid = checkQueueName(m_request.queue); !valid)
        return valid;
    if (!m_request.dryRun && !backend.editor()) {
        return Error{ErrorCode::Refused, u"This connection is read-only. Allow changes to import tasks."_s};
    }
    if (const auto settled = checkOwnerOf(backend, m_request.queue); !settled)
        return settled;
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    m_now = m_record.at = *now;
    m_progress.size = m_device.isSequential() ? 0 : m_device.size();
    m_began = true;
    m_recorded.start();
    return {};
}

/// Reads lines until there are enough tasks for a batch. Returns true at end of file.
Result<bool> ImportRun::readSome()
{
    constexpr std::size_t most = QueueInspector::taskRecords;
    constexpr qint64 mostBytes = 4 * 1024 * 1024;
    constexpr int mostLines = 1000; // maximum number of lines per step, in case only a few of them are imported
    qint64 bytes = 0;
    for (int read = 0; read < mostLines && m_pending.size() < most && bytes < mostBytes; ++read) {
        auto next = m_reader.next();
        if (!next)
            return next.error();
        m_progress.bytes = m_reader.position();
        if (!*next)
            return true;
        RecordReader::Record& record = **next;
        bytes += record.bytes.size();
        const bool csv = m_request.format == TaskFormat::Csv;
        if (csv && !m_titled) {
            const auto titles = m_csv.readTitles(record.bytes);
            if (!titles)
                return Error{ErrorCode::Usage,
                    u"Line %1 is not a header of a CSV task file: %2."_s.arg(record.line).arg(titles.error().message)};
            m_titled = *titles;
            continue;
        }
        if (!record.tooLong && record.bytes.trimmed().isEmpty())
            continue;
        ++m_progress.lines;
        if (record.tooLong) {
            ++m_progress.invalid;
            problem(record.line, u"it is longer than %1; raise --max-line"_s.arg(formatBytes(m_request.longestLine)));
            continue;
        }
        const QByteArray seed = QByteArray::number(record.line) + ' ' + record.bytes;
        auto task = csv ? m_csv.read(record.bytes, seed, m_now) : readTaskLine(record.bytes, seed, m_now);
        if (!task) {
            ++m_progress.invalid;
            problem(record.line, task.error().message);
            continue;
        }
        const Task& shown = task->detail.task;
        if (!m_request.states.contains(shown.state)
            || !m_request.filter.matches(shown, task->payload, m_now, m_request.queue)) {
            ++m_progress.filtered;
            continue;
        }
        if (waitsForChildren(*task)) {
            ++m_progress.flowParents;
            problem(record.line, u"the task \"%1\" waits for its children"_s.arg(printable(shown.id, 80)));
            continue;
        }
        m_pending.push_back(*std::move(task));
        m_lines.push_back(record.line);
    }
    return false;
}

Result<std::vector<ImportOutcome>> ImportRun::import(Backend& backend)
{
    return m_request.dryRun ? wouldImport(backend, m_request.queue, m_pending, m_undo.plainIds)
                            : importTasks(backend, m_request.queue, m_record.id, m_pending, m_undo,
                                [&](const std::vector<TaskId>& inTransit) -> Result<bool> {
                                    m_record.inTransit = inTransit;
                                    const auto written = writeRecord(backend, false);
                                    return written ? Result<bool>(m_undo.isRecorded) : written.error();
                                });
}

/// Returns the error for a file whose first tasks are all refused by the queue. The message contains the first
/// refusals.
Error ImportRun::allRefused(const Error& why, const std::vector<QString>& refusals) const
{
    constexpr qsizetype named = 3;
    std::map<qint64, QString> lines;
    for (const ImportProblem& problem : m_progress.problems)
        lines.emplace(problem.line, problem.why);
    for (std::size_t i = 0; i < refusals.size(); ++i)
        lines.emplace(m_lines[i], u"Line %1: %2"_s.arg(m_lines[i]).arg(refusals[i]));
    QStringList told{u"No tasks were imported."_s};
    for (const auto& [line, text] : lines) {
        if (told.size() <= named)
            told << text;
    }
    return {why.code, told.join(u' '), why.detail};
}

/// Removes tasks that the queue refuses from the batch, and reports them like invalid lines. Returns whether to import
/// the remaining tasks. Returns the refusal as an error if no tasks remain and none have been added: the file is
/// probably for a different layout.
Result<bool> ImportRun::leaveOutRefused(Backend& backend, const Error& why)
{
    if (!backend.admits(m_request.queue, {}))
        return false;
    std::vector<QString> refusals;
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < m_pending.size(); ++i) {
        const auto checked = checkImport(backend, m_request.queue, m_pending[i]);
        if (!checked && !isRefusal(checked.error().code))
            return false;
        refusals.push_back(checked ? QString() : checked.error().message);
        if (checked)
            left.push_back(i);
    }
    if (left.size() == m_pending.size())
        return false;
    if (left.empty() && m_progress.added == 0)
        return allRefused(why, refusals);
    std::vector<TaskRecord> pending;
    std::vector<qint64> lines;
    for (std::size_t i = 0; i < m_pending.size(); ++i) {
        if (refusals[i].isEmpty()) {
            pending.push_back(std::move(m_pending[i]));
            lines.push_back(m_lines[i]);
            continue;
        }
        ++m_progress.invalid;
        problem(m_lines[i], refusals[i].endsWith(u'.') ? refusals[i].chopped(1) : refusals[i]);
    }
    m_pending = std::move(pending);
    m_lines = std::move(lines);
    return true;
}

/// Counts tasks with the outcome Exists that aren't in the queue. Only checks the first batch with such tasks.
Result<> ImportRun::countMissing(Backend& backend, const std::vector<ImportOutcome>& outcomes)
{
    std::vector<TaskRecord> existing;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (outcomes[i] == ImportOutcome::Exists)
            existing.push_back(m_pending[i]);
    }
    if (existing.empty() || m_hasCountedMissing || backend.capabilities(m_request.queue).place)
        return {};
    const auto missing = missingTasks(backend, m_request.queue, existing);
    if (!missing)
        return isRefusal(missing.error().code) ? Result<>() : missing.error();
    m_progress.missing = *missing;
    m_hasCountedMissing = true;
    return {};
}

/// Imports the current batch. Can be called again after an error.
Result<> ImportRun::settle(Backend& backend)
{
    if (m_pending.empty())
        return {};
    auto outcomes = import(backend);
    // The queue may have refused only some of the tasks, so import the others.
    if (!outcomes && isRefusal(outcomes.error().code)) {
        const auto areLeft = leaveOutRefused(backend, outcomes.error());
        if (!areLeft)
            return areLeft.error();
        if (*areLeft)
            outcomes = import(backend);
    }
    if (!outcomes)
        return outcomes.error();
    if (const auto counted = countMissing(backend, *outcomes); !counted)
        return counted;
    for (std::size_t i = 0; i < outcomes->size(); ++i) {
        const Task& task = m_pending[i].detail.task;
        switch (m_added.outcomeOf(m_pending[i], (*outcomes)[i])) {
        case ImportOutcome::Added: {
            ++m_progress.added;
            m_progress.relationsLost += losesRelations(m_pending[i]) ? 1 : 0;
            m_progress.renamed += isRenamed(backend, m_request.queue, m_pending[i]) ? 1 : 0;
            m_progress.attemptsLost += losesAttempts(backend.capabilities(m_request.queue), m_pending[i]) ? 1 : 0;
            const bool leased = task.state == TaskState::Leased;
            const bool waits = task.state == TaskState::Scheduled || task.state == TaskState::Due
                || (task.state == TaskState::Retrying
                    && !staysRetry(backend.capabilities(m_request.queue), m_pending[i]));
            m_progress.wereLeased += leased ? 1 : 0;
            ++m_progress.states[leased ? TaskState::Retrying
                    : !waits           ? task.state
                    : task.at > m_now  ? TaskState::Scheduled
                                       : TaskState::Due];
            break;
        }
        case ImportOutcome::Exists:
            ++m_progress.exists;
            break;
        case ImportOutcome::Conflict:
            ++m_progress.conflicts;
            problem(m_lines[i], u"the queue has another task with the id \"%1\""_s.arg(printable(task.id, 80)));
            break;
        case ImportOutcome::MovedOn:
            ++m_progress.movedOn;
            break;
        case ImportOutcome::NoPlace:
            ++m_progress.noPlace;
            break;
        }
    }
    m_pending.clear();
    m_lines.clear();
    m_record.inTransit.clear();
    return {};
}

Result<ImportProgress> ImportRun::step(Backend& backend)
{
    if (m_progress.finished)
        return m_progress;
    if (!m_began) {
        if (const auto begun = begin(backend); !begun)
            return begun.error();
    }
    if (m_pending.empty() && !m_ended && !m_cancelled) {
        const auto ended = readSome();
        if (!ended)
            return ended.error();
        m_ended = *ended;
    }
    if (const auto settled = settle(backend); !settled)
        return settled.error();
    const bool over = m_ended || m_cancelled;
    const bool isOfUse = m_undo.isRecorded || m_progress.added > 0;
    if (!m_request.dryRun && isOfUse && (over || !m_undo.isRecorded || m_recorded.elapsed() >= recordEveryMs)) {
        if (const auto written = writeRecord(backend, over); !written)
            return written.error();
    }
    m_progress.cancelled = m_cancelled && !m_ended;
    m_progress.finished = over;
    return m_progress;
}

Result<ImportProgress> ImportRun::finish(Backend& backend, const std::function<bool(const ImportProgress&)>& observer)
{
    return stepToEnd(
        m_progress, observer, [&] { return step(backend); }, [this] { cancel(); },
        [&] {
            if (m_undo.isRecorded)
                (void)writeRecord(backend, false);
        });
}

Result<> ImportRun::writeRecord(Backend& backend, bool finished)
{
    OperationRecord record = m_record;
    record.total = m_progress.added + m_progress.skipped();
    record.done = m_progress.added;
    record.skipped = m_progress.skipped();
    record.finished = finished;
    record.undoable = canUndoImport(backend, m_request.queue) && (record.done > 0 || !finished);
    const auto written = backend.editor()->record(record);
    if (!written && written.error().code != ErrorCode::NotFound && written.error().code != ErrorCode::NotSupported)
        return written;
    m_record = record;
    m_undo.isRecorded = written || written.error().code == ErrorCode::NotSupported;
    m_recorded.start();
    return {};
}

QString describe(const ImportProgress& progress, bool dryRun, const QString& states)
{
    QString text = dryRun ? u"%1 would be added"_s.arg(progress.added) : u"%1 added"_s.arg(progress.added);
    if (progress.added > 0 && !states.isEmpty())
        text += u" (%1)"_s.arg(states);
    const auto append = [&](qint64 count, const QString& what) {
        if (count > 0)
            text += u", %1 %2"_s.arg(count).arg(what);
    };
    append(progress.exists, u"already added"_s);
    append(progress.conflicts, u"whose id is in use"_s);
    append(progress.invalid, u"invalid"_s);
    append(progress.noPlace, u"whose state this layout does not support"_s);
    append(progress.flowParents, progress.flowParents == 1 ? u"flow parent refused"_s : u"flow parents refused"_s);
    append(progress.movedOn, u"changed in the meantime"_s);
    append(progress.filtered, u"not selected"_s);
    return text;
}

QString missingText(qint64 count)
{
    return (count == 1 ? u"1 task counts as already added although it is"_s
                       : u"%1 tasks count as already added although they are"_s.arg(count))
        + u" not in the queue: the framework does not store ids, so Dueline remembers each added task for a day. "
          "To import them anyway, change their ids in the file."_s;
}

} // namespace dueline
