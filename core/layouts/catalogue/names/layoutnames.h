// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutspec.h"

namespace dueline {

/// Queue names on a connection with several layouts. Native queues keep their names; all others are named `NAME@ID`,
/// where ID is the layout as written for `--layout`. The part after the last `@` is an id only if that layout belongs
/// to the connection, so every name is unambiguous. A native queue whose own name already ends in `@` and such an id is
/// named `NAME@ID@native`. If the connection discovers layouts, every layout that it searches for belongs to the
/// connection from the start, so the meaning of a name never depends on the search results. The pseudo-queue for data
/// that all queues of a layout share is named `@ID`. If the connection doesn't discover layouts, parameters may be
/// omitted where the result is unambiguous, for example `mail@bullmq` for `mail@bullmq?major=5`.
class LayoutNames
{
public:
    /// Queue, identified by its layout and its name in that layout.
    struct LayoutQueue
    {
        std::size_t layout = 0;
        QueueName queue;

        bool operator==(const LayoutQueue&) const = default;
    };

    LayoutNames() = default;
    explicit LayoutNames(const std::vector<LayoutSpec>& layouts, bool finds = false);
    /// Creates the names for a connection's layouts.
    explicit LayoutNames(const LayoutSpec& layout);

    static QByteArray idOf(const LayoutSpec& layout);
    std::size_t size() const { return m_ids.size(); }
    const QByteArray& id(std::size_t layout) const { return m_ids[layout]; }
    /// Returns the index of the native layout.
    std::optional<std::size_t> native() const { return m_native; }

    /// Returns whether the connection opens additional layouts as it finds them.
    bool finds() const { return m_finds; }
    /// Returns the layout that a name specifies, if it doesn't belong to the connection yet; nullopt otherwise.
    std::optional<LayoutSpec> further(QByteArrayView name) const;
    /// Adds a layout to the connection and returns its index.
    std::size_t add(const LayoutSpec& layout);
    /// Like place(), but if the name specifies a layout that doesn't belong to the connection yet, adds that layout
    /// first.
    std::optional<LayoutQueue> meet(QueueName name);

    /// Returns the layout and the queue for a name that specifies a layout; nullopt for other names.
    std::optional<LayoutQueue> spelled(QByteArrayView name) const;
    /// Returns the layout and the queue that a name refers to; nullopt if the name specifies no layout and there is no
    /// native layout.
    std::optional<LayoutQueue> place(QByteArrayView name) const;
    /// Returns the connection's name for a layout's queue; the inverse of place().
    QueueName name(const LayoutQueue& place) const;
    /// Like name(), but always includes the layout, so that users can tell queues apart.
    QueueName spelledName(const LayoutQueue& place) const;

private:
    /// Parses a name that ends in `@` followed by this layout.
    LayoutQueue placeIn(std::size_t layout, QByteArrayView name) const;
    /// Returns the only id that specifies this layout with parameters, such as `bullmq?major=5` for `bullmq`; end() if
    /// there are none or several.
    std::vector<QByteArray>::const_iterator withParameters(const QByteArray& id) const;

    std::vector<QByteArray> m_ids;
    std::vector<bool> m_shares; ///< true for each layout with a pseudo-queue for data shared by all of its queues
    std::optional<std::size_t> m_native;
    bool m_finds = false;
};

/// Returns the layout of a queue on a connection. Returns `connection` itself if it is a single layout, or if the
/// queue's name specifies none of its layouts.
LayoutSpec layoutOf(const LayoutSpec& connection, const QueueName& queue);
/// Returns the layouts that the user specified, without the native layout that `auto` always opens. text() joins them
/// with commas.
std::vector<LayoutSpec> namedLayouts(const LayoutSpec& connection);
/// Checks whether a queue on a connection can have this name. The rules are the same as for checkQueueName(), but a
/// layout with a single queue accepts its key as the name, and a framework accepts any name.
Result<> checkQueue(const LayoutSpec& connection, const QueueName& queue);

} // namespace dueline
