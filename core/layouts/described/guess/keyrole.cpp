// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/keyrole.h"

#include <algorithm>

namespace dueline {

namespace {

struct RoleWord
{
    const char* word;
    TaskState state;
    bool isLast = false; ///< true if the word must be last in the name
    bool isClear = true;
};

const std::vector<RoleWord>& roleWords()
{
    constexpr TaskState scheduled = TaskState::Scheduled;
    constexpr TaskState due = TaskState::Due;
    constexpr TaskState leased = TaskState::Leased;
    constexpr TaskState failed = TaskState::Failed;
    constexpr TaskState done = TaskState::Done;
    static const std::vector<RoleWord> words{{"delay", scheduled}, {"sched", scheduled}, {"timer", scheduled},
        {"timeout", scheduled}, {"bucket", scheduled}, {"later", scheduled}, {"future", scheduled},
        {"eta", scheduled, true}, {"dq", scheduled, true}, {"ready", due}, {"wait", due}, {"pending", due},
        {"todo", due}, {"inbox", due}, {"active", leased}, {"reserved", leased}, {"unack", leased}, {"acks", leased},
        {"working", leased}, {"processing", leased}, {"running", leased}, {"progress", leased}, {"lease", leased},
        {"consuming", leased}, {"inflight", leased}, {"in-flight", leased}, {"claimed", leased}, {"busy", leased},
        {"executing", leased}, {"wip", leased, true}, {"fail", failed}, {"broken", failed}, {"invalid", failed},
        {"reject", failed}, {"quarantine", failed}, {"dead", failed}, {"garbage", failed}, {"error", failed},
        {"dlq", failed}, {"xq", failed, true}, {"poison", failed}, {"buried", failed}, {"retry", TaskState::Retrying},
        {"retries", TaskState::Retrying}, {"succe", done}, {"done", done, true}, {"complete", done}, {"finish", done},
        {"processed", done}, {"queue", due, false, false}, {"list", due, false, false}, {"jobs", due, false, false},
        {"tasks", due, false, false}};
    return words;
}

} // namespace

bool isNamePart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || uchar(c) >= 0x80;
}

KeyRole KeyRole::of(const QByteArray& name, DescribedPlace::Kind kind)
{
    using Kind = DescribedPlace::Kind;
    const QByteArray lower = name.toLower();
    KeyRole role;
    for (const RoleWord& each : roleWords()) {
        const QByteArray word = each.word;
        const qsizetype at = lower.lastIndexOf(word);
        const qsizetype end = at + word.size();
        if (at < 0)
            continue;
        if (each.isLast && ((at > 0 && isNamePart(lower[at - 1])) || end < lower.size()))
            continue;
        const bool isBetter = each.isClear == role.isClear ? end > role.at + role.length : each.isClear;
        if (isBetter)
            role = {each.state, at, word.size(), each.isClear};
    }
    if (kind == Kind::SortedSet && (role.length == 0 || role.state == TaskState::Due))
        role.state = TaskState::Scheduled; // assume that the scores are times
    if (kind == Kind::List && role.state == TaskState::Retrying)
        role.state = TaskState::Due; // assume that the tasks are due: a list can't store retry times
    if (kind == Kind::List && lower.mid(role.at, role.length) == "timeout")
        role.state = TaskState::Failed;
    return role;
}

bool isLockName(const QByteArray& name)
{
    static const QByteArrayList words{
        "lock", "progress", "running", "processing", "active", "inflight", "in-flight", "claim", "lease", "busy"};
    const QByteArray lower = name.toLower();
    return std::any_of(words.begin(), words.end(), [&lower](const QByteArray& word) { return lower.contains(word); });
}

} // namespace dueline
