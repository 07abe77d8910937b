// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/layoutprobe.h"

#include <QCoreApplication>

#include <array>

namespace dueline {

/// A layout as people choose it: native, or a design that was written by hand; the one with locks stands for itself.
enum class LayoutChoice : quint8 { Native, Zset, ZsetLock, Cron, List, Resend, Pubsub };

inline constexpr std::array layoutChoices{LayoutChoice::Native, LayoutChoice::Zset, LayoutChoice::ZsetLock,
    LayoutChoice::Cron, LayoutChoice::List, LayoutChoice::Resend, LayoutChoice::Pubsub};

/// What the window says about layouts.
class LayoutWords
{
    Q_DECLARE_TR_FUNCTIONS(LayoutWords)

public:
    static LayoutChoice choiceOf(const HandmadeSpec& spec);
    static QString name(LayoutChoice choice);
    /// What its tasks are in Redis, a sentence.
    static QString explanation(LayoutChoice choice);
    /// What speaks for it: `20 of 20 scores are times; lock keys seen: 3`.
    static QString reason(const LayoutSuggestion& suggestion);
    /// What of a design a native queue does not have, a sentence each.
    static QStringList notKept(const HandmadeSpec& spec);

    /// For the help: what is lost, or runs twice.
    struct Promise
    {
        QString theirs; ///< the design's own worker
        QString ours; ///< this worker alone
        QString mixed; ///< both at once
    };
    static Promise promise(LayoutChoice choice);
};

} // namespace dueline
