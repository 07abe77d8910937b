// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QString>

#include <functional>

class QObject;

namespace dueline {

/// Inspector of the desktop's keyring through the D-Bus session bus. It has no side effects: it doesn't cause prompts,
/// start programs, unlock a keyring, or change entries. Answers are delivered asynchronously by the event loop, and
/// never after `context` has been destroyed.
class KeyringLook
{
public:
    enum class Holding : quint8 {
        Nothing,
        Locked, ///< a locked keyring contains the secret
        NoAnswer, ///< the keyring didn't answer before the deadline
    };

    /// Creates an inspector. `patience`: time limit for a single answer.
    explicit KeyringLook(Millis patience);

    /// Finds out why there is no keyring. The answer is text without a final period; empty if a keyring is running or
    /// can be started.
    void whyNone(QObject* context, const std::function<void(QString)>& answer) const;
    /// Finds out whether a keyring contains a secret that couldn't be read.
    void holding(
        const QString& service, const QString& key, QObject* context, const std::function<void(Holding)>& answer) const;

private:
    const Millis m_patience;
};

} // namespace dueline
