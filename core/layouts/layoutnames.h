// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layoutspec.h"

namespace dueline {

/// What the queues of several layouts are called in one connection: those of the native layout as they are, all others
/// `NAME@ID`, where ID is the layout as `--layout` writes it. What stands behind the last `@` is an id only where that
/// layout is one of these, so that no name is out of reach; a native queue whose own name ends so is `NAME@ID@native`.
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
    explicit LayoutNames(const std::vector<LayoutSpec>& layouts);

    static QByteArray idOf(const LayoutSpec& layout);
    std::size_t size() const { return m_ids.size(); }
    const QByteArray& id(std::size_t layout) const { return m_ids[layout]; }
    /// The native one.
    std::optional<std::size_t> native() const { return m_native; }

    /// Where a name is that says its layout; nullopt: it does not.
    std::optional<Place> spelled(QByteArrayView name) const;
    /// Where a name is; nullopt: it says no layout, and the native one is none of these.
    std::optional<Place> place(QByteArrayView name) const;
    /// place() reads it back.
    QueueName name(const Place& place) const;
    /// With its layout even where it needs none: what tells two queues apart for people.
    QueueName spelledName(const Place& place) const { return place.queue + '@' + m_ids[place.layout]; }

private:
    std::vector<QByteArray> m_ids;
    std::optional<std::size_t> m_native;
};

} // namespace dueline
