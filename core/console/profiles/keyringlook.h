// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QString>

#include <functional>

class QObject;

namespace dueline {

/// Inspector of the desktop's keyring, which uses the session's D-Bus. It has no side effects: it
/// causes no prompts, starts no programs, and neither unlocks nor writes anything. Answers are
/// delivered asynchronously by the event loop, and never after `context` is destroyed.
class KeyringLook
{
public:
    enum class Holding : quint8 {
        Nothing,
        Locked, ///< the secret exists in a locked keyring
        NoAnswer, ///< the keyring did not answer before the deadline
    };

    /// Creates an inspector. `patience`: time limit for one answer.
    explicit KeyringLook(Millis patience);

    /// Reports why no keyring is available, as text without a final period; empty if a keyring is
    /// running or can be started.
    void whyNone(QObject* context, const std::function<void(QString)>& answer) const;
    /// Reports whether the keyring contains a secret that it did not return.
    void holding(
        const QString& service, const QString& key, QObject* context, const std::function<void(Holding)>& answer) const;

private:
    const Millis m_patience;
};

} // namespace dueline
