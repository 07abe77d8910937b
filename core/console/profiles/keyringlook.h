// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QString>

#include <functional>

class QObject;

namespace dueline {

/// What the session's D-Bus tells of the desktop's keyring without bothering anybody: no prompt comes up, no program is
/// started, nothing is unlocked or written. Answers come later, from the event loop, and not once `context` is gone.
class KeyringLook
{
public:
    enum class Holding : quint8 {
        Nothing,
        Locked, ///< the secret is there, in a keyring that is locked
        NoAnswer, ///< the keyring did not say within the deadline
    };

    /// `patience`: for one answer.
    explicit KeyringLook(Millis patience);

    /// Why there can be no keyring at all, without a full stop; empty: there is one, or one would be started.
    void whyNone(QObject* context, const std::function<void(QString)>& answer) const;
    /// Of a secret that the keyring did not give: whether it is there nevertheless.
    void holding(
        const QString& service, const QString& key, QObject* context, const std::function<void(Holding)>& answer) const;

private:
    const Millis m_patience;
};

} // namespace dueline
