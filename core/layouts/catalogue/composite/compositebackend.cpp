// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositebackend.h"

#include "core/layouts/catalogue/composite/compositebroker.h"
#include "core/layouts/catalogue/composite/compositediscovery.h"
#include "core/layouts/catalogue/composite/compositeeditor.h"
#include "core/layouts/catalogue/composite/compositeevents.h"
#include "core/layouts/catalogue/composite/compositeinspector.h"
#include "core/layouts/catalogue/composite/compositepulse.h"
#include "core/layouts/catalogue/composite/compositeschedules.h"

#include <algorithm>

namespace dueline {

namespace {

/// Adds another layout's capabilities.
void join(Capabilities& all, const Capabilities& other)
{
    for (const TaskState state : allStates) {
        if (other.states.contains(state))
            all.states.insert(state);
        if (other.edits.contains(state))
            all.edits.insert(state);
    }
    for (const ActionKind kind : other.actions) {
        if (!all.can(kind))
            all.actions.push_back(kind);
    }
    for (bool Capabilities::*able :
        {&Capabilities::add, &Capabilities::undo, &Capabilities::place, &Capabilities::leases, &Capabilities::pause,
            &Capabilities::history, &Capabilities::statistics, &Capabilities::workers, &Capabilities::unlistedWorkers,
            &Capabilities::settings, &Capabilities::cancel, &Capabilities::events, &Capabilities::heard,
            &Capabilities::unique, &Capabilities::editsOptions, &Capabilities::copied, &Capabilities::adoptable,
            &Capabilities::sharedWork, &Capabilities::stages, &Capabilities::retryLater, &Capabilities::undoOptional})
        all.*able = all.*able || other.*able;
    all.mostPriority = std::max(all.mostPriority, other.mostPriority);
}

} // namespace

struct CompositeBackend::Ports
{
    Ports(LayoutNames names, std::deque<CompositeRoutes::Child> children, CompositeRoutes::Open open,
        std::shared_ptr<ActedQueues> changed, std::unique_ptr<LayoutFinder> given)
        : finder(std::move(given))
        , acted(std::move(changed))
        , routes(std::move(names), std::move(children), std::move(open))
        , inspector(routes, finder.get(), *acted)
        , editor(routes, *acted)
        , broker(routes)
        , searches(routes)
        , schedules(routes, *acted)
    { }

    std::unique_ptr<LayoutFinder> finder;
    std::shared_ptr<ActedQueues> acted;
    CompositeRoutes routes;
    CompositeInspector inspector;
    CompositeEditor editor;
    CompositeBroker broker;
    CompositeDiscovery searches;
    CompositeSchedules schedules;
};

CompositeBackend::CompositeBackend(std::unique_ptr<Ports> ports)
    : m_ports(std::move(ports))
{ }

CompositeBackend::~CompositeBackend() = default;

Result<std::unique_ptr<Backend>> CompositeBackend::open(const std::vector<LayoutSpec>& layouts,
    const LayoutOpening& opening, std::shared_ptr<ActedQueues> acted, std::unique_ptr<LayoutFinder> finder)
{
    // Report a lost connection as such, not as a layout error.
    if (opening.lane) {
        if (const auto opened = opening.lane->open(); !opened)
            return opened.error();
    }
    const auto open = [opening](const LayoutSpec& layout) {
        CompositeRoutes::Child child;
        child.only = layout.facts().queue.value_or(QueueName());
        auto opened = layout.type().open(layout.parameters(), opening);
        if (opened)
            child.backend = *std::move(opened);
        else
            child.failure = opened.error();
        return child;
    };
    std::deque<CompositeRoutes::Child> children;
    bool any = false;
    for (const LayoutSpec& layout : layouts) {
        children.push_back(open(layout));
        const auto& failure = children.back().failure;
        if (failure && !isRefusal(failure->code))
            return *failure;
        any = any || !failure;
    }
    if (!any)
        return *children.front().failure;
    LayoutNames names(layouts, finder != nullptr);
    return std::unique_ptr<Backend>(new CompositeBackend(
        std::make_unique<Ports>(std::move(names), std::move(children), open, std::move(acted), std::move(finder))));
}

Backend& CompositeBackend::first() const
{
    const auto& children = m_ports->routes.children();
    return *std::find_if(children.begin(), children.end(), [](const auto& child) {
        return bool(child.backend);
    })->backend;
}

template <typename Has> bool CompositeBackend::any(const Has& has) const
{
    const auto& children = m_ports->routes.children();
    return std::any_of(children.begin(), children.end(),
        [&has](const CompositeRoutes::Child& child) { return child.backend && has(*child.backend); });
}

const Capabilities& CompositeBackend::capabilities() const
{
    m_all = queueCapabilities().all;
    return m_all;
}

const Capabilities& CompositeBackend::capabilities(const QueueName& queue) const
{
    if (queue.isEmpty())
        return capabilities();
    static const Capabilities none;
    const auto route = m_ports->routes.to(queue);
    return route ? route->backend->capabilities(route->queue) : none;
}

QueueCapabilities CompositeBackend::queueCapabilities() const
{
    if (m_ports->finder)
        m_ports->routes.open(m_ports->finder->layouts());
    const LayoutNames& names = m_ports->routes.names();
    QueueCapabilities can;
    QByteArrayList layouts;
    for (const std::size_t layout : m_ports->routes.shown()) {
        const auto& child = m_ports->routes.children()[layout];
        const QueueCapabilities own = child.backend ? child.backend->queueCapabilities() : QueueCapabilities();
        const auto queues = own.byLayout.find({});
        can.byLayout[names.id(layout)] = queues == own.byLayout.end() ? own.all : queues->second;
        if (layout == names.native())
            can.byLayout[{}] = own.all;
        for (const auto& [queue, there] : own.byQueue)
            can.byQueue[names.name({layout, queue})] = there;
        layouts << names.id(layout);
        join(can.all, own.all);
    }
    can.all.layout = layouts.join(", ");
    return can;
}

QueueInspector& CompositeBackend::inspector() { return m_ports->inspector; }

QueueEditor* CompositeBackend::editor()
{
    return any([](Backend& backend) { return backend.editor() != nullptr; }) ? &m_ports->editor : nullptr;
}

TaskBroker* CompositeBackend::broker()
{
    return any([](Backend& backend) { return backend.broker() != nullptr; }) ? &m_ports->broker : nullptr;
}

ScheduleBook* CompositeBackend::schedules()
{
    return any([](Backend& backend) { return backend.schedules() != nullptr; }) ? &m_ports->schedules : nullptr;
}

QueueDiscovery* CompositeBackend::discovery()
{
    if (m_ports->finder)
        return m_ports->finder.get();
    return m_ports->searches.isNeeded() ? &m_ports->searches : nullptr;
}

Result<std::unique_ptr<EventSource>> CompositeBackend::events(
    const std::vector<QueueName>& queues, bool wake, bool results)
{
    return CompositeEvents::make(m_ports->routes, queues, wake, results);
}

Result<TimePoint> CompositeBackend::serverTime() { return first().serverTime(); }

QByteArray CompositeBackend::serverVersion() const { return first().serverVersion(); }

QByteArray CompositeBackend::serverRun() const { return first().serverRun(); }

std::optional<TimePoint> CompositeBackend::serverStart() const { return first().serverStart(); }

QString CompositeBackend::refusal() const { return first().refusal(); }

Result<> CompositeBackend::permitted(const QueueName& queue)
{
    const auto route = m_ports->routes.to(queue);
    if (!route)
        return route.error();
    return route->backend->permitted(route->queue);
}

Result<std::optional<Foresight>> CompositeBackend::foresee(const ActionStep& step)
{
    const auto route = m_ports->routes.to(step.queue);
    if (!route)
        return route.error();
    ActionStep inner = step;
    inner.queue = route->queue;
    inner.operation = m_ports->routes.inner(*route, step.operation);
    return route->backend->foresee(inner);
}

Result<> CompositeBackend::admits(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const auto route = m_ports->routes.to(queue);
    return route ? route->backend->admits(route->queue, tasks) : route.error();
}

Result<std::optional<std::vector<AddOutcome>>> CompositeBackend::foreseeAdd(
    const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const auto route = m_ports->routes.to(queue);
    if (!route)
        return route.error();
    return route->backend->foreseeAdd(route->queue, tasks);
}

std::unique_ptr<QueueAudit> CompositeBackend::audit(const QueueName& queue)
{
    const auto route = m_ports->routes.to(queue);
    return route ? route->backend->audit(route->queue) : nullptr;
}

std::unique_ptr<QueueCheckup> CompositeBackend::checkup(const QueueInfo& queue, const QueueName& called)
{
    const auto route = m_ports->routes.to(queue.name);
    if (!route)
        return nullptr;
    QueueInfo own = queue;
    own.name = route->queue;
    return route->backend->checkup(own, called);
}

std::unique_ptr<QueuePulse> CompositeBackend::pulse() { return std::make_unique<CompositePulse>(m_ports->routes); }

} // namespace dueline
