// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/mcptools.h"

#include "app/duectl/actionreport.h"
#include "app/duectl/actionrequest.h"
#include "app/duectl/fields.h"
#include "app/duectl/mcpschemas.h"
#include "app/duectl/operationend.h"
#include "core/base/interruption.h"
#include "core/base/text.h"
#include "core/console/connect/findqueue.h"
#include "core/console/operations/operationlog.h"
#include "core/console/operations/undorun.h"
#include "core/console/transfer/moverun.h"

#include <QJsonDocument>
#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr std::size_t mostPending = 20;
constexpr qint64 usualKinds = 20; ///< maximum number of failure groups to return by default

QByteArray textOf(const QJsonObject& arguments, const QString& name) { return arguments[name].toString().toUtf8(); }

/// Adds an integer or string argument to a command as an option, if the argument is present.
void pass(std::vector<QByteArray>& command, const QJsonObject& arguments, const QString& name, const char* option)
{
    const QJsonValue value = arguments[name];
    if (value.isUndefined())
        return;
    const QByteArray text = value.isDouble() ? QByteArray::number(value.toInteger()) : value.toString().toUtf8();
    command.push_back(QByteArray("--") + option + '=' + text);
}

QByteArray makeToken()
{
    quint32 words[4];
    QRandomGenerator::system()->fillRange(words);
    return QByteArray(reinterpret_cast<const char*>(words), sizeof words).toHex();
}

/// Adds a preview's token, and how long it is valid, to a JSON object.
QByteArray withToken(QByteArray json, const QByteArray& token)
{
    QJsonObject object = QJsonDocument::fromJson(json).object();
    object.insert(u"token"_s, QString::fromLatin1(token));
    object.insert(u"token_valid_ms"_s, qint64(McpTools::tokensLast.count()));
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

/// Preview that awaits confirmation: an action with its tasks, or an undo.
struct McpTools::Pending
{
    QDeadlineTimer until{tokensLast};
    std::unique_ptr<Context> context;
    std::unique_ptr<OperationRun> run; ///< action to run; null for an undo
};

McpTools::McpTools(
    std::vector<QByteArray> connection, Credentials credentials, std::vector<QByteArray> queues, bool actions)
    : m_connection(std::move(connection))
    , m_credentials(std::move(credentials))
    , m_queues(std::move(queues))
    , m_actions(actions)
{ }

McpTools::~McpTools() = default;

bool McpTools::allows(const QByteArray& queue) const
{
    return std::find(m_queues.begin(), m_queues.end(), queue) != m_queues.end();
}

QJsonArray McpTools::list() const { return mcpToolSchemas(m_actions); }

std::optional<ToolAnswer> McpTools::call(const QByteArray& name, const QJsonObject& arguments)
{
    sweep();
    if (const auto wrong = checkMcpArguments(list(), name, arguments)) {
        if (wrong->isEmpty())
            return std::nullopt;
        return ToolAnswer{*wrong, true};
    }
    Result<QByteArray> answer = QByteArray();
    if (name == "queues") {
        answer = queues();
    } else if (name == "doctor") {
        answer = doctor();
    } else if (name == "preview_undo") {
        answer = previewUndo(arguments);
    } else if (name == "confirm") {
        answer = confirm(arguments);
    } else if (const auto queue = queueOf(arguments); !queue) {
        answer = queue.error();
    } else {
        answer = name == "list"    ? list(*queue, arguments)
            : name == "show"       ? show(*queue, arguments)
            : name == "failures"   ? failures(*queue, arguments)
            : name == "timeline"   ? timeline(*queue, arguments)
            : name == "check"      ? check(*queue, arguments)
            : name == "operations" ? operations(*queue)
                                   : preview(*queue, arguments);
    }
    m_context.reset();
    return answer ? ToolAnswer{*answer, false} : ToolAnswer{answer.error().message.toUtf8(), true};
}

void McpTools::sweep()
{
    for (auto it = m_pending.begin(); it != m_pending.end();) {
        if (!it->second->until.hasExpired()) {
            ++it;
            continue;
        }
        Pending& over = *it->second;
        if (over.run)
            over.run->drop(over.context->backend());
        it = m_pending.erase(it);
    }
}

/// Returns whether `queue` is another spelling of an allowed queue, such as mail@bullmq for mail.
bool McpTools::meansAllowed(const QByteArray& queue)
{
    const auto context = contextFor({"queues"});
    const auto meant = context ? (*context)->queueOf(queue) : Result<QueueName>(context.error());
    const bool isOne = meant && std::any_of(m_queues.begin(), m_queues.end(), [&](const QByteArray& word) {
        const auto name = (*context)->queueOf(word);
        return name && *name == *meant;
    });
    m_context.reset();
    return isOne;
}

Result<QByteArray> McpTools::queueOf(const QJsonObject& arguments)
{
    const QByteArray queue = textOf(arguments, u"queue"_s);
    if (allows(queue) || (!queue.isEmpty() && meansAllowed(queue)))
        return queue;
    return outOfReach();
}

Error McpTools::outOfReach() const
{
    return {ErrorCode::Refused,
        u"This session can reach only the queues given with --queue: %1."_s.arg(
            printable(QByteArrayList(m_queues.begin(), m_queues.end()).join(", "), 500))};
}

/// Resolves a word to an operation on an allowed queue. Ignores other queues, so that the answer doesn't reveal whether
/// they have such an operation.
Result<OperationId> McpTools::operationOf(Context& context, const QByteArray& word) const
{
    const auto queue = queueOfOperation(word);
    if (!queue)
        return queue.error();
    const auto backend = context.open(Access::Operate);
    if (!backend)
        return backend.error();
    const auto spelled = spelledQueue(context.layout(), *queue);
    const bool isSpelled = spelled && *spelled;
    const auto bareOf = [](const QueueName& name) { return name.left(name.lastIndexOf('@')); };
    std::vector<OperationId> ids;
    for (const QByteArray& allowed : m_queues) {
        const auto name = context.queueOf(allowed);
        const bool isMeant = name
            && (isSpelled ? *name == **spelled
                          : *name == *queue || bareOf(*name) == *queue
                        || (!context.layout().isSeveral() && *name == bareOf(*queue)));
        if (isMeant)
            ids.push_back(*name + '/' + uniquePartOf(word));
    }
    if (ids.empty())
        return outOfReach();
    for (const OperationId& id : ids) {
        if (ids.size() == 1 || findOperation((*backend)->inspector(), id))
            return id;
    }
    return ids.front();
}

/// Returns the operation. If it moved or copied tasks from or to a queue that is off limits to this session, removes
/// that queue's name.
QJsonObject McpTools::withoutOtherQueues(QJsonObject operation) const
{
    const QString kind = operation[u"kind"_s].toString();
    const QByteArray filter = operation[u"filter"_s].toString().toUtf8();
    const auto target = kind == u"move"_s ? readMoveTarget(filter) : std::nullopt;
    const bool isCopy = kind == u"import"_s && filter.startsWith("from ");
    const bool isOther = kind == u"adopt"_s || (target && (!target->elsewhere.isEmpty() || !allows(target->queue)))
        || (isCopy && !allows(filter.mid(5)));
    if (isOther)
        operation.remove(u"filter"_s);
    return operation;
}

/// Creates a command's context, reads the options, and makes the context capture its output.
Result<Context*> McpTools::contextFor(const std::vector<QByteArray>& command)
{
    std::vector<QByteArray> words{command.front(), "--json"};
    words.insert(words.end(), m_connection.begin(), m_connection.end());
    words.insert(words.end(), command.begin() + 1, command.end());
    auto line = CommandLine::parse(words);
    if (!line)
        return line.error();
    m_context = std::make_unique<Context>(*std::move(line), m_credentials);
    m_context->maskFilters(); // otherwise, an assistant could use filters to guess a masked value letter by letter
    m_context->out().keep(4 * McpServer::longestAnswer);
    if (const auto prepared = m_context->prepare(); !prepared)
        return prepared.error();
    return m_context.get();
}

Result<QByteArray> McpTools::run(const std::vector<QByteArray>& command)
{
    const auto context = contextFor(command);
    if (!context)
        return context.error();
    if (const auto code = (*context)->run(); !code)
        return code.error();
    return (*context)->out().taken();
}

Result<QByteArray> McpTools::queues()
{
    const auto context = contextFor({"queues"});
    if (!context)
        return context.error();
    const auto inspector = (*context)->inspector();
    if (!inspector)
        return inspector.error();
    JsonWriter json;
    json.beginArray();
    for (const QByteArray& word : m_queues) {
        const auto name = (*context)->queueOf(word);
        const auto info = name ? (*inspector)->queue(*name) : Result<QueueInfo>(name.error());
        if (!info && info.error().code == ErrorCode::NotFound && (*context)->gap().isEmpty())
            continue; // the queue doesn't exist yet
        // The queue wasn't found, but the search was incomplete.
        if (!info && info.error().code == ErrorCode::NotFound) {
            json.beginObject();
            json.member("name", word);
            json.member("incomplete", (*context)->gap().toUtf8());
            json.endObject();
            continue;
        }
        if (!info)
            return info.error();
        json.beginObject();
        writeQueue(json, *info);
        json.endObject();
    }
    json.endArray();
    return json.take();
}

Result<QByteArray> McpTools::list(const QByteArray& queue, const QJsonObject& arguments)
{
    std::vector<QByteArray> command{"list"};
    pass(command, arguments, u"state"_s, "state");
    pass(command, arguments, u"match"_s, "match");
    command.push_back("--limit=" + QByteArray::number(arguments[u"limit"_s].toInteger(50)));
    pass(command, arguments, u"offset"_s, "offset");
    command.insert(command.end(), {"--", queue});
    return run(command);
}

/// Returns a task. If it is part of a flow, omits the flow's jobs in other queues.
Result<QByteArray> McpTools::show(const QByteArray& queue, const QJsonObject& arguments)
{
    std::vector<QByteArray> command{"show"};
    if (arguments[u"payload"_s].toBool())
        command.push_back("--payload");
    command.insert(command.end(), {"--", queue, textOf(arguments, u"id"_s)});
    auto shown = run(command);
    if (!shown || !shown->contains("\"flow\""))
        return shown;
    QJsonObject task = QJsonDocument::fromJson(*shown).object();
    if (task.contains(u"flow"_s)) {
        QJsonArray reached;
        const QJsonArray flow = task[u"flow"_s].toArray();
        for (const QJsonValue& job : flow) {
            if (job[u"queue"_s] == task[u"queue"_s])
                reached.append(job);
        }
        task.insert(u"flow"_s, reached);
    }
    return QJsonDocument(task).toJson(QJsonDocument::Compact);
}

/// Returns a queue's failure groups, up to the maximum number given in the arguments.
Result<QByteArray> McpTools::failures(const QByteArray& queue, const QJsonObject& arguments)
{
    std::vector<QByteArray> command{"failures"};
    pass(command, arguments, u"match"_s, "match");
    pass(command, arguments, u"new_since"_s, "new-since");
    command.insert(command.end(), {"--", queue});
    const auto told = run(command);
    if (!told)
        return told;
    QJsonArray kinds = QJsonDocument::fromJson(*told).array();
    const qint64 most = arguments[u"limit"_s].toInteger(usualKinds);
    while (kinds.size() > most)
        kinds.removeLast();
    return QJsonDocument(kinds).toJson(QJsonDocument::Compact);
}

Result<QByteArray> McpTools::timeline(const QByteArray& queue, const QJsonObject& arguments)
{
    std::vector<QByteArray> command{"timeline"};
    pass(command, arguments, u"from"_s, "from");
    pass(command, arguments, u"to"_s, "to");
    pass(command, arguments, u"bins"_s, "bins");
    command.insert(command.end(), {"--", queue});
    return run(command);
}

Result<QByteArray> McpTools::check(const QByteArray& queue, const QJsonObject& arguments)
{
    std::vector<QByteArray> command{"check"};
    pass(command, arguments, u"oldest_due"_s, "oldest-due");
    pass(command, arguments, u"failed"_s, "failed");
    command.insert(command.end(), {"--", queue});
    return run(command);
}

Result<QByteArray> McpTools::operations(const QByteArray& queue)
{
    const auto told = run({"operations", "--", queue});
    if (!told)
        return told.error();
    QJsonArray records;
    const QJsonArray all = QJsonDocument::fromJson(*told).array();
    for (const QJsonValue& record : all)
        records.append(withoutOtherQueues(record.toObject()));
    return QJsonDocument(records).toJson(QJsonDocument::Compact);
}

/// Returns the findings of `doctor` for the server and the allowed queues.
Result<QByteArray> McpTools::doctor()
{
    const auto told = run({"doctor"});
    if (!told)
        return told.error();
    QJsonArray reached;
    const QJsonArray findings = QJsonDocument::fromJson(*told).array();
    for (const QJsonValue& finding : findings) {
        const QString queue = finding[u"queue"_s].toString();
        if (queue.isEmpty() || allows(queue.toUtf8()))
            reached.append(finding);
    }
    return QJsonDocument(reached).toJson(QJsonDocument::Compact);
}

Result<QByteArray> McpTools::preview(const QByteArray& queue, const QJsonObject& arguments)
{
    if (m_pending.size() >= mostPending)
        return Error{ErrorCode::Busy, u"There are already 20 unconfirmed previews; each expires after five minutes."_s};
    QByteArray action = textOf(arguments, u"action"_s);
    action.replace('_', '-');
    std::vector<QByteArray> command{action};
    for (const auto& [name, option] :
        {std::pair{u"match"_s, "match"}, std::pair{u"state"_s, "state"}, std::pair{u"in"_s, "in"},
            std::pair{u"at"_s, "at"}, std::pair{u"shift"_s, "shift"}, std::pair{u"reason"_s, "reason"}})
        pass(command, arguments, name, option);
    if (arguments[u"all"_s].toBool())
        command.push_back("--all");
    command.insert(command.end(), {"--", queue});
    for (const QJsonValue& id : arguments[u"ids"_s].toArray())
        command.push_back(id.toString().toUtf8());
    const auto context = contextFor(command);
    if (!context)
        return context.error();
    auto request = readActionRequest(**context);
    if (!request)
        return request.error();
    const auto backend = (*context)->open(Access::Operate);
    if (!backend)
        return backend.error();
    if (const auto resolved = resolveIds(**context, (*backend)->inspector(), *request); !resolved)
        return resolved.error();
    auto run = std::make_unique<OperationRun>(*request);
    const auto seen = run->preview(**backend);
    const auto reported = seen ? reportPreview((*context)->out(), true, *request, *seen, true, Audience::Assistant)
                               : Result<int>(seen.error());
    if (!reported || seen->total == 0 || !seen->undoable) {
        run->drop(**backend);
        if (!reported)
            return reported.error();
        if (seen->total > 0)
            return Error{
                ErrorCode::NotSupported, u"An assistant cannot run actions that cannot be undone; use duectl."_s};
        return (*context)->out().taken();
    }
    const QByteArray token = makeToken();
    const QByteArray answer = withToken((*context)->out().taken(), token);
    auto pending = std::make_unique<Pending>();
    pending->context = std::move(m_context);
    pending->run = std::move(run);
    m_pending.emplace(token, std::move(pending));
    return answer;
}

Result<QByteArray> McpTools::previewUndo(const QJsonObject& arguments)
{
    const auto context = contextFor({"undo", "--yes", "--", textOf(arguments, u"operation"_s)});
    if (!context)
        return context.error();
    const QByteArray word = (*context)->line().words().front();
    const auto id = operationOf(**context, word);
    if (!id)
        return id.error();
    const auto queue = queueOfOperation(*id);
    if (!queue)
        return queue.error();
    (*context)->setOperation(word, *id);
    const auto backend = (*context)->open(Access::Operate);
    if (!backend)
        return backend.error();
    const auto found = findOperation((*backend)->inspector(), *id);
    const bool isCopy = found && found->kind == "import" && found->filter.startsWith("from ");
    if (found && (found->kind == "move" || found->kind == "adopt" || (isCopy && !found->undoable)))
        return Error{ErrorCode::NotSupported, u"Moves and adoptions involve other queues; undo them with duectl."_s};
    UndoRun run(*queue, *id, Context::operatorName());
    const auto record = run.preview(**backend);
    if (!record)
        return record.error();
    JsonWriter json;
    json.beginObject();
    writeOperation(json, *record);
    json.endObject();
    const QByteArray token = makeToken();
    auto pending = std::make_unique<Pending>();
    pending->context = std::move(m_context);
    m_pending.emplace(token, std::move(pending));
    const QJsonObject operation = withoutOtherQueues(QJsonDocument::fromJson(json.take()).object());
    return withToken(QJsonDocument(operation).toJson(QJsonDocument::Compact), token);
}

Result<QByteArray> McpTools::confirm(const QJsonObject& arguments)
{
    const auto found = m_pending.find(textOf(arguments, u"token"_s));
    if (found == m_pending.end())
        return Error{ErrorCode::NotFound,
            u"There is no preview with this token: it was already confirmed, or it expired (previews expire after five "
            u"minutes). Create a new preview."_s};
    const auto pending = std::move(found->second);
    m_pending.erase(found); // tokens are single-use, even if the action fails
    Context& context = *pending->context;
    if (!pending->run) {
        if (const auto undone = context.line().command()->run(context); !undone)
            return undone.error();
        return context.out().taken();
    }
    Progress progress;
    const auto ended = finishOperation(
        context, context.backend(), *pending->run, [](const OperationProgress&) { return !Interruption::isDueHere(); },
        progress);
    if (!ended)
        return ended.error();
    return context.out().taken();
}

} // namespace dueline::duectl
