// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layoutnames.h"
#include "core/queue/backend.h"

namespace dueline {

/// The layouts behind one connection, and which of them a queue belongs to. Names and operation ids are ours on one
/// side, `jobs@zset:jobs`, and the layout's own on the other, `jobs`: so is what a layout stores.
class MixedRoutes
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

    MixedRoutes(LayoutNames names, std::vector<Child> children);

    const LayoutNames& names() const { return m_names; }
    const std::vector<Child>& children() const { return m_children; }
    std::vector<Child>& children() { return m_children; }
    /// Errors: NotFound, where a name says no layout and there is no native one; why its layout could not be opened.
    Result<Route> to(const QueueName& queue) const;
    QueueName nameOf(std::size_t layout, const QueueName& queue) const { return m_names.name({layout, queue}); }

    /// An operation id as the route's layout knows it.
    OperationId inner(const Route& route, const OperationId& id) const;
    /// The same, back.
    OperationId outer(const Route& route, const OperationId& id) const;
    OperationRecord outer(const Route& route, OperationRecord record) const;

    /// That a layout lacks a port.
    Error lacks(const Route& route, const QString& what) const;

private:
    LayoutNames m_names;
    std::vector<Child> m_children;
};

} // namespace dueline
