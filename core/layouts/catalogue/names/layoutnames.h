// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// What the queues of several layouts are called in one connection: those of the native layout as they are, all others
/// `NAME@ID`, where ID is the layout as `--layout` writes it. What stands behind the last `@` is an id only where that
/// layout is one of these, so that no name is out of reach; a native queue whose own name ends so is `NAME@ID@native`.
/// Of a connection that opens what it finds, a layout that it looks for is one of these from the beginning: what a name
/// means never depends on what was found by then. What all queues of a layout share is `@ID`.
class LayoutNames
{
public:
    /// A queue as its own layout calls it.
    struct Place
    {
        std::size_t layout = 0;
        QueueName queue;

        bool operator==(const Place&) const = default;
    };

    LayoutNames() = default;
    explicit LayoutNames(const std::vector<LayoutSpec>& layouts, bool finds = false);
    /// Of a connection.
    explicit LayoutNames(const LayoutSpec& layout);

    static QByteArray idOf(const LayoutSpec& layout);
    std::size_t size() const { return m_ids.size(); }
    const QByteArray& id(std::size_t layout) const { return m_ids[layout]; }
    /// The native one.
    std::optional<std::size_t> native() const { return m_native; }

    /// Whether further layouts are opened as they are found.
    bool finds() const { return m_finds; }
    /// The layout that a name says, which none of these is yet; nullopt: it is one of these, or the name says none.
    std::optional<LayoutSpec> further(QByteArrayView name) const;
    /// From here on it is one of these; which of them.
    std::size_t add(const LayoutSpec& layout);
    /// place(), where a further layout that the name says is one of these from here on.
    std::optional<Place> meet(QueueName name);

    /// Where a name is that says its layout; nullopt: it does not.
    std::optional<Place> spelled(QByteArrayView name) const;
    /// Where a name is; nullopt: it says no layout, and the native one is none of these.
    std::optional<Place> place(QByteArrayView name) const;
    /// place() reads it back.
    QueueName name(const Place& place) const;
    /// With its layout even where it needs none: what tells two queues apart for people.
    QueueName spelledName(const Place& place) const;

private:
    /// A name that says this layout behind its last @.
    Place placeIn(std::size_t layout, QByteArrayView name) const;

    std::vector<QByteArray> m_ids;
    std::vector<bool> m_shares; ///< which of them have something that all queues share
    std::optional<std::size_t> m_native;
    bool m_finds = false;
};

/// Returns the layout that a queue of a connection is in; `connection` itself if it is one layout, or if the name names
/// none of its layouts.
LayoutSpec layoutOf(const LayoutSpec& connection, const QueueName& queue);
/// Returns the layouts as the user named them, which text() writes between commas: without the native one that `auto`
/// always opens.
std::vector<LayoutSpec> namedLayouts(const LayoutSpec& connection);
/// Checks whether a queue of a connection can have that name: as checkQueueName() does, but a layout with one queue
/// accepts its key, and a framework accepts any name.
Result<> checkQueue(const LayoutSpec& connection, const QueueName& queue);

} // namespace dueline
