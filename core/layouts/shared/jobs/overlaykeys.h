// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <optional>

namespace dueline {

/// Keys where Dueline stores operation records, undo data and discarded tasks for a framework's queue. They all expire,
/// and the framework itself never uses them.
struct OverlayKeys
{
    QByteArray base; ///< prefix of the framework's keys, such as `bull:mail:`
    QByteArray overlay; ///< prefix of Dueline's keys, such as `dueline:overlay:bull:mail:`
    QByteArray gate = {}; ///< key that scripts receive in KEYS instead of the base; if empty, they receive the base

    /// Returns the names of Dueline's keys that go with a key or queue. `prefix`: prefix of Dueline's own keys.
    static OverlayKeys beside(const QByteArray& prefix, const QByteArray& base)
    {
        return {base, overlayOf(prefix) + base};
    }
    static QByteArray overlayOf(const QByteArray& prefix) { return prefix + ":overlay:"; }
    /// Returns the part of a key's name that identifies the queue: `mail@sidekiq:` for
    /// `dueline:overlay:mail@sidekiq:ops` and `…:trash`; nullopt for other keys.
    static std::optional<QByteArray> beginningOf(const QByteArray& key)
    {
        static const QByteArray overlay = ":overlay:";
        const qsizetype at = key.indexOf(overlay);
        for (const QByteArrayView role : {QByteArrayView("ops"), QByteArrayView("trash")}) {
            if (at > 0 && key.endsWith(role) && key.chopped(role.size()).endsWith(':'))
                return key.chopped(role.size()).sliced(at + overlay.size());
        }
        return std::nullopt;
    }

    const QByteArray& first() const { return gate.isEmpty() ? base : gate; }
    QByteArray operations() const { return overlay + "ops"; }
    QByteArray operation(const OperationId& id) const { return overlay + "op:" + uniquePartOf(id); }
    QByteArray operationList(const OperationId& id) const { return operation(id) + ":list"; }
    QByteArray trash() const { return overlay + "trash"; }
    QByteArray trashed(const TaskId& id) const { return overlay + "trash:" + id; }
    QByteArray memo(const QByteArray& lane, const char* kind) const { return overlay + "m:" + lane + ':' + kind; }
};

} // namespace dueline
