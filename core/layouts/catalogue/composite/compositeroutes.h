// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/names/layoutnames.h"
#include "core/queue/backend.h"

#include <deque>
#include <functional>

namespace dueline {

/// The layouts behind one connection, and which of them a queue belongs to. Names and operation ids are ours on one
/// side, `jobs@zset:jobs`, and the layout's own on the other, `jobs`: so is what a layout stores.
class CompositeRoutes
{
public:
    /// One of the layouts.
    struct Child
    {
        std::unique_ptr<Backend> backend; ///< null: it could not be opened
        std::optional<Error> failure; ///< why not
        QueueName only; ///< its one queue, of a layout with one; else empty
    };

    /// The layout of a queue, and what it calls it there.
    struct Route
    {
        std::size_t layout = 0;
        Backend* backend = nullptr;
        QueueName queue;
    };

    /// Opens a layout.
    using Open = std::function<Child(const LayoutSpec&)>;

    CompositeRoutes(LayoutNames names, std::deque<Child> children, Open open);

    const LayoutNames& names() const { return m_names; }
    /// In the order of names(); references to them stay good.
    const std::deque<Child>& children() const { return m_children; }
    /// Opens these, where they are not open.
    void open(const std::vector<LayoutSpec>& layouts) const;
    /// The layouts in the order in which people are shown them: those that were named, then the others by name.
    std::vector<std::size_t> shown() const;
    /// Errors: NotFound, where a name says no layout and there is no native one; why its layout could not be opened.
    Result<Route> to(const QueueName& queue) const;
    QueueName nameOf(std::size_t layout, const QueueName& queue) const { return m_names.name({layout, queue}); }

    /// An operation id as the route's layout knows it.
    OperationId inner(const Route& route, const OperationId& id) const;
    /// The same, back.
    OperationId outer(const Route& route, const OperationId& id) const;
    OperationRecord outer(const Route& route, OperationRecord record) const;
    /// An error whose sentence names the queue as this connection does.
    Error outer(const Route& route, Error error) const;

    /// That a layout lacks a port.
    Error lacks(const Route& route, const QString& what) const;

private:
    // What a name says, or was found, is opened when it is met.
    mutable LayoutNames m_names;
    mutable std::deque<Child> m_children;
    Open m_open;
    std::size_t m_named; ///< so many were named
};

} // namespace dueline
