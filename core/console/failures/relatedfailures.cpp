// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/relatedfailures.h"

#include "core/queue/errors/errorcursor.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

constexpr Millis beganTogether = std::chrono::minutes(5);
/// minimum size in bytes of messages to compare; shorter ones aren't specific enough
constexpr qsizetype leastMessage = 8;
constexpr qsizetype longestMessageLabel = 60; ///< maximum size of a label in bytes, without its colon
constexpr int mostLabels = 3;

/// Returns a message with and without labels, such as `exit 1: 550 no such user` and `550 no such user`.
std::set<QByteArray> messagesOf(const QByteArray& kind)
{
    std::set<QByteArray> messages;
    QByteArray message = kind;
    for (int labels = 0; message.size() >= leastMessage; ++labels) {
        messages.insert(message);
        const qsizetype colon = message.indexOf(": ");
        if (colon <= 0 || colon > longestMessageLabel || labels == mostLabels)
            break;
        message = message.sliced(colon + 2);
    }
    return messages;
}

bool isOfAddress(char c) { return isAlnumByte(c) || c == '.' || c == '-'; }

bool isIpv4(QByteArrayView word)
{
    int dots = 0;
    for (qsizetype i = 0; i < word.size(); ++i) {
        if (word[i] != '.' && !isDigitByte(word[i]))
            return false;
        dots += word[i] == '.';
        if (word[i] == '.' && (i == 0 || i + 1 == word.size() || word[i + 1] == '.'))
            return false;
    }
    return dots == 3;
}

/// Returns the IPv4 addresses in an error, and the host names that contain a dot and are followed by a port.
std::set<QByteArray> addressesOf(const QByteArray& error)
{
    std::set<QByteArray> addresses;
    for (qsizetype from = 0; from < error.size();) {
        if (!isOfAddress(error[from])) {
            ++from;
            continue;
        }
        qsizetype end = from;
        while (end < error.size() && isOfAddress(error[end]))
            ++end;
        QByteArrayView word = QByteArrayView(error).sliced(from, end - from);
        while (word.endsWith('.'))
            word = word.chopped(1);
        const bool hasPort = end + 1 < error.size() && error[end] == ':' && isDigitByte(error[end + 1]);
        const bool isHost
            = hasPort && word.contains('.') && isLetterByte(word.front()) && !error.first(from).endsWith('/');
        if (!word.isEmpty() && (isIpv4(word) || isHost))
            addresses.insert(word.toByteArray().toLower());
        from = end;
    }
    return addresses;
}

bool shareOne(const std::set<QByteArray>& one, const std::set<QByteArray>& other)
{
    return std::any_of(one.begin(), one.end(), [&other](const QByteArray& each) { return other.contains(each); });
}

} // namespace

std::vector<RelatedFailures> relatedTo(const FailureGroup& group, const FailureGroups& all, std::size_t most)
{
    std::vector<RelatedFailures> found;
    const std::set<QByteArray> messages = messagesOf(group.error);
    const std::set<QByteArray> addresses = addressesOf(group.sample);
    for (const FailureGroup& other : all.groups) {
        if (other.error == group.error)
            continue;
        const bool hasSameMessage = shareOne(messages, messagesOf(other.error));
        const Millis apart = other.first > group.first ? other.first - group.first : group.first - other.first;
        if (hasSameMessage || (apart <= beganTogether && shareOne(addresses, addressesOf(other.sample))))
            found.push_back({&other, hasSameMessage});
    }
    std::stable_partition(
        found.begin(), found.end(), [](const RelatedFailures& related) { return related.hasSameMessage; });
    found.resize(std::min(found.size(), most));
    return found;
}

} // namespace dueline
