// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryevents.h"

#include "core/base/pythontime.h"
#include "core/layouts/celery/celerymessage.h"
#include "core/layouts/celery/celerywords.h"
#include "core/layouts/shared/jobs/jsonfields.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr JsonTree::Limits eventLimits{200'000, 100};
constexpr std::size_t mostTogether = 10'000; ///< maximum number of events per message
constexpr qsizetype longestTold = 1024;

std::vector<QByteArray> eventChannels(const CelerySpec& spec, int database)
{
    const QByteArray exchange = spec.eventChannel(database);
    std::vector<QByteArray> channels{exchange}; // kombu's channel name if `fanout_patterns` is disabled
    for (const char* kind :
        {"received", "started", "succeeded", "failed", "retried", "revoked", "rejected", "sent", "multi"})
        channels.push_back(exchange + "/task." + kind);
    return channels;
}

std::optional<TimePoint> secondsSince1970(const JsonFields& fields, const char* name)
{
    const double seconds = fields.isNumber(name) ? fields.raw(name).toDouble() : 0;
    return seconds > 0 && seconds * 1000 < endOfTime ? std::optional(fromMs(qint64(seconds * 1000))) : std::nullopt;
}

/// Returns a readable form of a task's exception. Newer versions of Celery wrap the exception so that it can be passed
/// between processes, which leaves only the traceback readable.
QByteArray raisedBy(const JsonFields& fields)
{
    const QByteArray exception = fields.text("exception");
    if (!exception.isEmpty() && !exception.startsWith("ExceptionWithTraceback("))
        return exception;
    const QByteArrayList lines = fields.text("traceback").split('\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const QByteArray words = line->trimmed();
        if (!words.isEmpty() && words != R"(""")")
            return words;
    }
    return exception;
}

std::optional<CeleryEvent> eventOf(const JsonFields& fields)
{
    CeleryEvent event;
    event.type = fields.text("type");
    event.id = fields.text("uuid");
    if (!event.type.startsWith("task-") || event.id.isEmpty())
        return std::nullopt;
    event.name = fields.text("name");
    event.worker = fields.text("hostname");
    event.at = secondsSince1970(fields, "timestamp");
    event.eta = pythonInstant(fields.text("eta"));
    event.retries = int(std::clamp(fields.raw("retries").toDouble(), 0.0, 1e9));
    event.ran = Millis(qint64(std::clamp(fields.raw("runtime").toDouble() * 1000, 0.0, 1e15)));
    event.text = (event.type == "task-succeeded" ? fields.text("result") : raisedBy(fields)).left(longestTold);
    return event;
}

} // namespace

std::vector<CeleryEvent> CeleryEvent::read(const QByteArray& message)
{
    if (message.size() > mostBytes)
        return {};
    const CeleryMessage envelope = CeleryMessage::read(message);
    return envelope.isEnvelope ? inBody(envelope.payload) : std::vector<CeleryEvent>();
}

std::vector<CeleryEvent> CeleryEvent::inBody(const QByteArray& json)
{
    std::vector<CeleryEvent> events;
    const auto tree = json.size() <= mostBytes ? JsonTree::parse(json, nullptr, eventLimits) : std::nullopt;
    if (!tree)
        return events;
    std::vector<int> places{0};
    if (tree->root().kind == JsonTree::Kind::Array)
        places = tree->root().children;
    for (const int place : places) {
        if (events.size() >= mostTogether)
            break;
        if (auto event = eventOf(JsonFields(*tree, place)))
            events.push_back(*std::move(event));
    }
    return events;
}

CeleryOutcomes::Known& CeleryOutcomes::known(const TaskId& id)
{
    const auto [place, isNew] = m_known.try_emplace(id);
    if (isNew) {
        m_order.push_back(id);
        while (m_order.size() > mostRemembered) {
            m_known.erase(m_order.front());
            m_order.pop_front();
        }
    }
    return place->second;
}

std::optional<Outcome> CeleryOutcomes::hear(const CeleryEvent& event)
{
    Known& known = this->known(event.id);
    Outcome outcome;
    if (event.type == "task-sent" || event.type == "task-received") {
        known.name = event.name;
        known.retries = event.retries;
        known.dueAt = event.eta ? event.eta : event.at;
        known.startedAt.reset();
        return std::nullopt;
    }
    if (event.type == "task-started") {
        known.startedAt = event.at;
        outcome.outcome = "started";
    } else if (event.type == "task-succeeded") {
        outcome.outcome = "done";
        outcome.output = event.text;
    } else if (event.type == "task-failed" || event.type == "task-retried") {
        outcome.outcome = event.type == "task-failed" ? "failed" : "retry";
        outcome.error = event.text;
    } else if (event.type == "task-revoked" || event.type == "task-rejected") {
        outcome.outcome = "cancelled";
    } else {
        return std::nullopt;
    }
    outcome.id = event.id;
    outcome.type = known.name;
    outcome.attempt = known.retries + 1;
    outcome.worker = event.worker;
    outcome.ran = event.ran;
    const bool hasRun = outcome.outcome == "failed" || outcome.outcome == "retry";
    if (hasRun && known.startedAt && event.at)
        outcome.ran = std::max(Millis(0), *event.at - *known.startedAt);
    if (known.startedAt && known.dueAt)
        outcome.late = std::max(Millis(0), *known.startedAt - *known.dueAt);
    return outcome;
}

Result<std::unique_ptr<EventSource>> CeleryEvents::make(
    const RedisConfig& config, const CelerySpec& spec, const std::vector<QueueName>& queues)
{
    if (std::none_of(queues.begin(), queues.end(), [&spec](const QueueName& queue) { return spec.isShared(queue); })) {
        return Error{ErrorCode::NotSupported, celerywords::eventsAreOf(QString::fromUtf8(spec.sharedPlace()))};
    }
    return std::unique_ptr<EventSource>(new CeleryEvents(config, spec));
}

CeleryEvents::CeleryEvents(const RedisConfig& config, const CelerySpec& spec)
    : m_spec(spec)
    , m_subscription(config, eventChannels(spec, std::max(0, config.database)))
{ }

Result<std::optional<QueueEvent>> CeleryEvents::next(Millis timeout)
{
    // Keep waiting after a skipped message: callers stop reading if no event is returned.
    const QDeadlineTimer deadline(timeout);
    do {
        const auto message = m_subscription.next(Millis(std::max<qint64>(0, deadline.remainingTime())));
        if (!message)
            return message.error();
        if (!*message)
            return std::optional<QueueEvent>();
        std::vector<Outcome> outcomes;
        for (const CeleryEvent& event : CeleryEvent::read((*message)->payload)) {
            if (auto outcome = m_outcomes.hear(event))
                outcomes.push_back(*std::move(outcome));
        }
        if (!outcomes.empty())
            return std::optional(QueueEvent{QueueEvent::Kind::Results, m_spec.sharedPlace(), encodeOutcomes(outcomes)});
    } while (!deadline.hasExpired());
    return std::optional<QueueEvent>();
}

} // namespace dueline
