// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QString>

#include <functional>

class QObject;

namespace dueline {

/// Inspection of the desktop's keyring over the session's D-Bus without side effects: it causes no prompt, starts no
/// program, unlocks nothing and writes nothing. Answers are delivered asynchronously by the event loop, and never after
/// `context` is destroyed.
class KeyringLook
{
public:
    enum class Holding : quint8 {
        Nothing,
        Locked, ///< the secret exists in a locked keyring
        NoAnswer, ///< the keyring did not answer before the deadline
    };

    /// Creates a check. `patience`: time limit for one answer.
    explicit KeyringLook(Millis patience);

    /// Answers with the reason why there can be no keyring, without a full stop; empty if there is one, or if one can
    /// be started.
    void whyNone(QObject* context, const std::function<void(QString)>& answer) const;
    /// Answers whether a secret exists although the keyring did not return it.
    void holding(
        const QString& service, const QString& key, QObject* context, const std::function<void(Holding)>& answer) const;

private:
    const Millis m_patience;
};

} // namespace dueline
