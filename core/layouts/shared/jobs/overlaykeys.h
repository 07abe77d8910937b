// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <optional>

namespace dueline {

/// What is kept beside a framework's queue: records of operations, how they are undone, and what was discarded. Nothing
/// of it lies among the framework's own keys, and all of it goes by itself with time.
struct OverlayKeys
{
    QByteArray base; ///< of the framework's keys: `bull:mail:`
    QByteArray overlay; ///< of ours: `dueline:overlay:bull:mail:`
    QByteArray gate = {}; ///< the key that stands for the base in a script's KEYS; empty: the base itself

    /// `prefix`: of our own keys.
    static OverlayKeys beside(const QByteArray& prefix, const QByteArray& base)
    {
        return {base, overlayOf(prefix) + base};
    }
    static QByteArray overlayOf(const QByteArray& prefix) { return prefix + ":overlay:"; }
    /// `mail@sidekiq:` of `dueline:overlay:mail@sidekiq:ops` and of `…:trash`; nullopt: another key.
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
