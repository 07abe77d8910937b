// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/names/layoutnames.h"
#include "core/queue/backend.h"

#include <deque>
#include <functional>

namespace dueline {

/// Layouts on one connection, and the routes from queues to layouts. The connection uses queue names and operation ids
/// such as `jobs@zset:jobs`; the layout itself and the data in Redis use `jobs`.
class CompositeRoutes
{
public:
    /// One of the connection's layouts.
    struct Child
    {
        std::unique_ptr<Backend> backend; ///< null if the backend couldn't be opened
        std::optional<Error> failure; ///< reason the backend couldn't be opened
        QueueName only; ///< name of the layout's only queue; empty if it may have several
    };

    /// A queue's layout, and the queue's name in that layout.
    struct Route
    {
        std::size_t layout = 0;
        Backend* backend = nullptr;
        QueueName queue;
    };

    using Open = std::function<Child(const LayoutSpec&)>;

    CompositeRoutes(LayoutNames names, std::deque<Child> children, Open open);

    const LayoutNames& names() const { return m_names; }
    /// Returns the layouts, in the order of names(). References remain valid.
    const std::deque<Child>& children() const { return m_children; }
    /// Opens these layouts unless they are already open.
    void open(const std::vector<LayoutSpec>& layouts) const;
    /// Returns the layouts in display order: first the layouts specified by the user, then the others by name.
    std::vector<std::size_t> shown() const;
    /// Returns the route to a queue. Errors: NotFound if the name specifies no layout and there is no native layout;
    /// the layout's own error if it couldn't be opened.
    Result<Route> to(const QueueName& queue) const;
    QueueName nameOf(std::size_t layout, const QueueName& queue) const { return m_names.name({layout, queue}); }

    /// Converts an operation id to the form that the route's layout uses.
    OperationId inner(const Route& route, const OperationId& id) const;
    /// Converts a layout's operation id, record or error to the form that the connection uses.
    OperationId outer(const Route& route, const OperationId& id) const;
    OperationRecord outer(const Route& route, OperationRecord record) const;
    /// Converts an error so that it contains the connection's name for the queue.
    Error outer(const Route& route, Error error) const;

    /// Returns the error for a feature that the layout lacks.
    Error lacks(const Route& route, const QString& what) const;

private:
    // Queue names on this connection. Also covers layouts that were discovered or specified in a queue name; such
    // layouts are opened on first use.
    mutable LayoutNames m_names;
    mutable std::deque<Child> m_children;
    Open m_open;
    std::size_t m_named; ///< number of layouts specified by the user
};

} // namespace dueline
