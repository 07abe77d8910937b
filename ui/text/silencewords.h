// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/silence.h"

#include <QCoreApplication>

namespace dueline {

class Formatting;

/// User-visible strings about queues whose due tasks no worker claims.
class SilenceWords
{
    Q_DECLARE_TR_FUNCTIONS(SilenceWords)

public:
    /// Returns a sentence such as `No task claimed since 14:02 (8 min), although 312 tasks are due.`
    static QString text(const Stillness& silence, const Formatting& formatting);
    /// Same as text(), but without the number of due tasks.
    static QString brief(const Stillness& silence, const Formatting& formatting);
    /// Returns sentences about the workers, based on the available data; empty if nothing is known.
    static QString hints(const Stillness& silence);

    /// Returns a sentence such as `312 due tasks are held: the queue is paused.`
    static QString held(const Stillness& stillness);

private:
    static QString hint(const PulseHint& hint);
};

} // namespace dueline
