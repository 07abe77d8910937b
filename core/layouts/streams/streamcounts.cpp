// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamcounts.h"

#include "core/redis/errorclass.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostKnownGroups = 2'000;
constexpr qint64 ghostsPerWindow = 250;
constexpr int mostToAdvance = 10; ///< maximum number of windows to read when updating an existing count

QByteArray afterEntry(const QByteArray& id) { return '(' + id; }

} // namespace

Result<bool> StreamCounter::advance(Waiting& known, const QByteArray& key, const StreamGroup& group, int& windows)
{
    const StreamRange delivered{key, afterEntry(known.lastDelivered), group.lastDeliveredText};
    QByteArray at = delivered.from;
    qint64 entries = 0;
    for (int i = 0; i < mostToAdvance && mayCount(windows); ++i, --windows) {
        const auto window = m_walk.window(delivered, at, StreamWalk::perWindow, 0);
        if (!window)
            return window.error();
        entries += window->entries;
        if (window->isEnd) {
            known.waiting -= entries;
            known.lastDelivered = group.lastDeliveredText;
            return true;
        }
        at = afterEntry(window->last);
    }
    return false;
}

Result<> StreamCounter::countWaiting(
    Waiting& known, const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, int& windows)
{
    // Stop at the entry that was last when `facts` were read: `facts.added` doesn't include newer ones.
    const StreamRange above{key, afterEntry(group.lastDeliveredText), facts.last};
    const StreamRange below{key, "-", group.lastDeliveredText};
    for (; !known.isWhole && mayCount(windows); --windows) {
        const auto upper = m_walk.window(above, known.upper, StreamWalk::perWindow, 0);
        if (!upper)
            return upper.error();
        known.waiting += upper->entries;
        if (!upper->last.isEmpty())
            known.upper = afterEntry(upper->last);
        if (upper->isEnd) {
            known.isWhole = true;
            return {};
        }
        const auto lower = m_walk.window(below, known.lower, StreamWalk::perWindow, 0);
        if (!lower)
            return lower.error();
        known.delivered += lower->entries;
        if (!lower->last.isEmpty())
            known.lower = afterEntry(lower->last);
        if (lower->isEnd) {
            known.waiting = std::max<qint64>(facts.length - known.delivered, 0);
            known.isWhole = true;
        }
    }
    return {};
}

Result<> StreamCounter::countGhosts(
    Ghosts& known, const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, int& windows)
{
    if (group.pending == 0 || facts.removed() == 0 || facts.length == 0) {
        known.ghosts = facts.length == 0 ? group.pending : 0;
        known.isWhole = true;
        return {};
    }
    // After XGROUP SETID, entries after the last delivered one may be both pending and waiting.
    const QByteArray end = facts.isTrimmedOnly() && group.lastDelivered >= streamId(facts.first)
        ? afterEntry(facts.first)
        : group.lastDeliveredText;
    for (; !known.isWhole && mayCount(windows); --windows) {
        if (facts.isTrimmedOnly()) { // all pending entries without messages come before the stream's first entry
            const auto page = m_client.call({"XPENDING", key, group.name, known.at, end, number(ghostsPerWindow)});
            if (!page)
                return page.error();
            known.ghosts += qint64(page->items.size());
            known.isWhole = qint64(page->items.size()) < ghostsPerWindow;
            if (!known.isWhole)
                known.at = afterEntry(page->items.back().items.empty() ? "0-0" : page->items.back().items[0].bytes);
            continue;
        }
        const auto reply = m_walk.runScript("ghosts", key, {group.name, known.at, end, number(ghostsPerWindow)});
        if (!reply)
            return reply.error();
        qint64 entries = 0;
        if (!reply->isNil() && reply->items.size() == 3) {
            entries = reply->items[0].integer;
            known.ghosts += reply->items[1].integer;
            known.at = afterEntry(reply->items[2].bytes);
        } else {
            // Without the script, each read returns whole messages, so read only a few at a time.
            const qint64 limit = std::min(ghostsPerWindow, m_walk.entriesPerRead());
            const auto page = m_client.call({"XPENDING", key, group.name, known.at, end, number(limit)});
            if (!page)
                return page.error();
            std::vector<Command> pipeline;
            for (const Reply& entry : page->items) {
                if (!entry.items.empty())
                    pipeline.push_back({"XRANGE", key, entry.items[0].bytes, entry.items[0].bytes});
            }
            const auto there = pipeline.empty() ? Result(std::vector<Reply>()) : m_client.pipeline(pipeline);
            if (!there)
                return there.error();
            std::vector<StreamEntry> read;
            for (const Reply& each : *there) {
                known.ghosts += each.isArray() && each.items.empty() ? 1 : 0;
                for (StreamEntry& entry : StreamEntry::of(each))
                    read.push_back(std::move(entry));
            }
            m_walk.note(read);
            if (!pipeline.empty())
                known.at = afterEntry(pipeline.back()[2]);
            known.isWhole = qint64(page->items.size()) < limit;
            continue;
        }
        known.isWhole = entries < ghostsPerWindow;
    }
    return {};
}

/// Counts the pending entries after the last delivered entry. There are none unless XGROUP SETID was used.
Result<qint64> StreamCounter::countAhead(const QByteArray& key, const StreamGroup& group, int& windows)
{
    qint64 ahead = 0;
    QByteArray at = afterEntry(group.lastDeliveredText);
    for (qint64 limit = 1; group.pending > 0 && mayCount(windows); limit = ghostsPerWindow, --windows) {
        const auto page = m_client.call({"XPENDING", key, group.name, at, "+", number(limit)});
        if (!page)
            return page.error();
        ahead += qint64(page->items.size());
        if (qint64(page->items.size()) < limit || page->items.back().items.empty())
            break;
        at = afterEntry(page->items.back().items[0].bytes);
    }
    return ahead;
}

Result<StreamCount> StreamCounter::count(
    const QByteArray& key, const StreamFacts& facts, const StreamGroup& group, bool marksTrims, int& windows)
{
    if (m_known.size() > mostKnownGroups)
        m_known.clear();
    Known& known = m_known[{key, group.name}];
    StreamCount count;
    if (const auto waiting = facts.waiting(group, marksTrims)) {
        count.waiting = *waiting;
        known.waiting
            = Waiting{group.lastDeliveredText, facts.removed(), facts.added.value_or(0), {}, {}, *waiting, 0, true};
    } else {
        std::optional<Waiting>& last = known.waiting;
        bool isKept = last && facts.removed() && last->removed == facts.removed();
        if (isKept && last->isWhole) {
            last->waiting += *facts.added - last->added;
            last->added = *facts.added;
            if (last->lastDelivered != group.lastDeliveredText) {
                const auto advanced = streamId(last->lastDelivered) < group.lastDelivered
                    ? advance(*last, key, group, windows)
                    : Result(false);
                if (!advanced)
                    return advanced.error();
                isKept = *advanced;
            }
        } else if (isKept) {
            isKept = last->lastDelivered == group.lastDeliveredText;
        }
        if (!isKept) {
            last = Waiting{group.lastDeliveredText, facts.removed(), facts.added.value_or(0),
                afterEntry(group.lastDeliveredText), "-", 0, 0, false};
        }
        if (!last->isWhole) {
            if (const auto counted = countWaiting(*last, key, facts, group, windows); !counted)
                return counted.error();
            last->added = facts.added.value_or(0);
        }
        count.waiting = last->waiting;
        count.isPart = !last->isWhole;
    }
    std::optional<Ghosts>& ghosts = known.ghosts;
    if (!ghosts || !facts.removed() || ghosts->removed != facts.removed() || ghosts->pending != group.pending
        || ghosts->lastDelivered != group.lastDeliveredText)
        ghosts = Ghosts{group.lastDeliveredText, facts.removed(), group.pending, "-", 0, false};
    if (const auto counted = countGhosts(*ghosts, key, facts, group, windows); !counted)
        return counted.error();
    count.ghosts = ghosts->ghosts;
    const qint64 delivered = count.isPart ? known.waiting->delivered : facts.length - count.waiting;
    const auto ahead = facts.length == 0 ? Result(qint64(0)) : countAhead(key, group, windows);
    if (!ahead)
        return ahead.error();
    count.handled = std::max<qint64>(delivered - (group.pending - *ahead - count.ghosts), 0);
    count.isPart = count.isPart || !ghosts->isWhole;
    return count;
}

} // namespace dueline
