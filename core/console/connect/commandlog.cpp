// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/commandlog.h"

#include "core/base/text.h"
#include "core/console/connect/commandtext.h"

namespace dueline {

namespace {

qint64 sizeOf(const Reply& reply)
{
    qint64 bytes = reply.type == Reply::Type::Integer ? qint64(sizeof reply.integer) : reply.bytes.size();
    for (const Reply& item : reply.items)
        bytes += sizeOf(item);
    return bytes;
}

} // namespace

void CommandLog::sent(
    const std::vector<Command>& commands, const std::vector<Reply>* replies, std::chrono::nanoseconds took)
{
    std::vector<LoggedCommand> noted;
    noted.reserve(std::min(commands.size(), capacity));
    const TimePoint now = SystemClock().now();
    // Skip commands that the log would drop immediately because the pipeline has more than `capacity` commands.
    const std::size_t from = commands.size() > capacity ? commands.size() - capacity : 0;
    for (std::size_t i = from; i < commands.size(); ++i) {
        LoggedCommand entry;
        entry.at = now;
        entry.name = commandName(commands[i]);
        entry.text = commandText(commands[i]);
        entry.writes = isWriting(commands[i]);
        entry.took = took;
        entry.together = int(commands.size());
        if (replies && i < replies->size()) {
            const Reply& reply = (*replies)[i];
            entry.replyBytes = sizeOf(reply);
            // The rest of an error may contain the command's arguments, so keep only the first word.
            if (reply.isError())
                entry.error
                    = printable(reply.bytes.left(reply.bytes.indexOf(' ') < 0 ? 40 : reply.bytes.indexOf(' ')), 40);
        }
        noted.push_back(std::move(entry));
    }
    const std::lock_guard lock(m_mutex);
    for (LoggedCommand& entry : noted) {
        entry.number = ++m_last;
        m_commands.push_back(std::move(entry));
    }
    while (m_commands.size() > capacity)
        m_commands.pop_front();
}

std::vector<LoggedCommand> CommandLog::since(quint64 number) const
{
    const std::lock_guard lock(m_mutex);
    std::vector<LoggedCommand> found;
    if (m_commands.empty() || m_commands.back().number <= number)
        return found;
    const quint64 first = m_commands.front().number;
    const std::size_t from = number < first ? 0 : std::size_t(number - first + 1);
    found.assign(m_commands.begin() + std::ptrdiff_t(from), m_commands.end());
    return found;
}

quint64 CommandLog::lastNumber() const
{
    const std::lock_guard lock(m_mutex);
    return m_last;
}

void CommandLog::clear()
{
    const std::lock_guard lock(m_mutex);
    m_commands.clear();
}

} // namespace dueline
