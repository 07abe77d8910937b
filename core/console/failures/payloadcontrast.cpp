// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/payloadcontrast.h"

#include "core/base/duration.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace dueline {

namespace {

constexpr int lookedAtOnce = 500;
constexpr std::size_t readAtOnce = 50; ///< number of payloads to read per call
constexpr int deepest = 16;
constexpr int mostMembers = 1'000; ///< maximum number of members and values to count per payload
/// maximum size of a counted value in bytes; longer values rarely repeat
constexpr qsizetype longestValue = 120;
constexpr qsizetype mostTraits = 100'000;
/// Integers from 2^53 on aren't counted, because double can't represent them exactly.
constexpr double exactUpTo = 9007199254740992.0;
constexpr double leastShare = 0.2; ///< fraction of failed tasks that must have a trait for it to be reported
constexpr double leastLift = 2;
// Minimum chi-square (one degree of freedom), exceeded by chance once in 10,000 cases.
constexpr double leastCertainty = 15;

/// Set of a payload's members (`path`) and values (`path NUL value`).
class Members
{
public:
    explicit Members(const QStringList& masked)
        : m_masked(masked)
    { }

    void take(const QJsonValue& value, const QByteArray& path, int depth)
    {
        if (m_seen.size() >= mostMembers || depth > deepest)
            return;
        if (!path.isEmpty())
            m_seen.insert(path);
        if (value.isObject()) {
            const QJsonObject object = value.toObject();
            for (auto member = object.begin(); member != object.end(); ++member) {
                if (!m_masked.contains(member.key().toLower()))
                    take(member.value(), path.isEmpty() ? member.key().toUtf8() : path + '.' + member.key().toUtf8(),
                        depth + 1);
            }
        } else if (value.isArray()) {
            for (const QJsonValue item : value.toArray())
                take(item, path + "[]", depth + 1);
        } else if (const auto text = textOf(value)) {
            m_seen.insert(path + '\0' + *text);
        }
    }
    const QSet<QByteArray>& seen() const { return m_seen; }

private:
    static std::optional<QByteArray> textOf(const QJsonValue& value)
    {
        switch (value.type()) {
        case QJsonValue::Null:
            return "null";
        case QJsonValue::Bool:
            return value.toBool() ? "true" : "false";
        case QJsonValue::Double: {
            const double number = value.toDouble();
            if (std::abs(number) >= exactUpTo)
                return std::nullopt;
            return std::floor(number) == number ? QByteArray::number(qint64(number))
                                                : QByteArray::number(number, 'g', 17);
        }
        case QJsonValue::String: {
            const QByteArray text = value.toString().toUtf8();
            if (text.size() > longestValue)
                return std::nullopt;
            QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
            return json.sliced(1, json.size() - 2);
        }
        default:
            return std::nullopt;
        }
    }

    const QStringList& m_masked;
    QSet<QByteArray> m_seen;
};

/// Returns the chi-square statistic for a trait that `a` of `sizeA` and `b` of `sizeB` tasks have.
double chiSquare(double a, double sizeA, double b, double sizeB)
{
    const double all = sizeA + sizeB;
    const double with = a + b;
    const double without = all - with;
    if (with <= 0 || without <= 0)
        return 0;
    // with Yates' correction
    const double difference = std::max(0.0, std::abs(a * (sizeB - b) - b * (sizeA - a)) - all / 2);
    return difference * difference * all / (sizeA * sizeB * with * without);
}

} // namespace

PayloadContrast::PayloadContrast(
    QueueName queue, QByteArray type, QString filter, const QStringList& masked, const std::optional<Span>& span)
    : m_queue(std::move(queue))
    , m_type(std::move(type))
{
    for (const QString& name : masked)
        m_masked << name.toLower();
    m_samples[0].states = {TaskState::Failed};
    m_samples[0].slices = slicesOf(filter, span);
    const QString done = QStringLiteral("type:") + quotedForFilter(QString::fromUtf8(m_type));
    m_samples[1].states = {TaskState::Done};
    m_samples[1].slices = slicesOf(done, span);
    if (span) // also search before the first failure if the period contains too few tasks
        m_samples[1].others = Slice{done + QStringLiteral(" -at>=") + formatInstant(span->first), {}, false};
}

std::vector<PayloadContrast::Slice> PayloadContrast::slicesOf(const QString& filter, const std::optional<Span>& span)
{
    if (!span)
        return {{filter, {}, false}};
    const Millis each = std::max(Millis(1), (span->last - span->first) / slices);
    std::vector<Slice> parts;
    for (int i = slices; i-- > 0;) {
        const QString from = QStringLiteral(" at>=") + formatInstant(span->first + each * i);
        const QString until = QStringLiteral(" at<") + formatInstant(span->first + each * (i + 1));
        // The newest slice is open-ended.
        parts.push_back({filter + from + (i == slices - 1 ? QString() : until), {}, false});
    }
    return parts;
}

Result<bool> PayloadContrast::step(Backend& backend)
{
    for (Sample& sample : m_samples) {
        if (!sample.isListed) {
            const auto listed = list(backend, sample);
            return listed ? Result<bool>(false) : Result<bool>(listed.error());
        }
    }
    if (int(m_samples[0].ids.size()) < least || int(m_samples[1].ids.size()) < least)
        return true; // too few tasks for a result, so don't read their payloads
    for (Sample& sample : m_samples) {
        if (sample.read < sample.ids.size()) {
            const auto read = readSome(backend, sample);
            return read ? Result<bool>(false) : Result<bool>(read.error());
        }
    }
    return true;
}

Result<> PayloadContrast::list(Backend& backend, Sample& sample)
{
    const auto isOver = [](const Slice& slice) { return slice.isOver; };
    Slice& slice = sample.slices[sample.next];
    const auto filter = TaskFilter::parse(slice.filter);
    if (!filter)
        return filter.error();
    SearchRequest request;
    request.queue = m_queue;
    request.filter = *filter;
    request.states = sample.states;
    request.cursor = slice.cursor;
    request.examine = lookedAtOnce;
    const auto found = backend.inspector().search(request);
    if (!found)
        return found.error();
    sample.examined += found->examined;
    // Limit the tasks from one slice, to leave room in the sample for the other slices.
    const int others
        = int(sample.slices.size() - std::size_t(std::count_if(sample.slices.begin(), sample.slices.end(), isOver)))
        - 1;
    const int share = others > 0 ? most / int(sample.slices.size()) : most;
    int taken = 0;
    for (const Task& task : found->matches) {
        if (typeOf(task) != m_type)
            continue;
        const bool fits = task.size > 0 && task.size <= mostBytes;
        sample.unfit += fits ? 0 : 1;
        std::vector<TaskId>& ids = taken < share ? sample.ids : sample.spare;
        if (fits && int(ids.size()) < most) {
            ids.push_back(exactId(task));
            ++taken;
        }
    }
    slice.cursor = found->cursor;
    slice.isOver = slice.cursor.isEmpty();
    bool allOver = std::all_of(sample.slices.begin(), sample.slices.end(), isOver);
    if (allOver && sample.others && int(sample.ids.size() + sample.spare.size()) < most) {
        sample.slices = {*std::exchange(sample.others, std::nullopt)};
        sample.next = 0;
        allOver = false;
    } else if (!allOver) {
        do
            sample.next = (sample.next + 1) % sample.slices.size();
        while (sample.slices[sample.next].isOver);
    }
    if (allOver || sample.examined >= mostExamined) {
        for (const TaskId& id : sample.spare) {
            if (int(sample.ids.size()) < most)
                sample.ids.push_back(id);
        }
    }
    sample.isListed = allOver || int(sample.ids.size()) >= most || sample.examined >= mostExamined;
    return {};
}

Result<> PayloadContrast::readSome(Backend& backend, Sample& sample)
{
    const std::size_t end = std::min(sample.ids.size(), sample.read + readAtOnce);
    const std::vector<TaskId> ids(
        sample.ids.begin() + std::ptrdiff_t(sample.read), sample.ids.begin() + std::ptrdiff_t(end));
    const auto records = backend.inspector().readRecords(m_queue, ids);
    if (!records)
        return records.error();
    const std::size_t which = &sample == &m_samples[0] ? 0 : 1;
    for (const std::optional<TaskRecord>& record : *records) {
        if (record && record->damage.isEmpty())
            count(record->payload, which);
    }
    sample.read += std::max<std::size_t>(1, records->size());
    return {};
}

void PayloadContrast::count(const QByteArray& payload, std::size_t which)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(payload, &error);
    if (error.error != QJsonParseError::NoError)
        return;
    ++m_samples[which].payloads;
    Members members(m_masked);
    members.take(document.isObject() ? QJsonValue(document.object()) : QJsonValue(document.array()), {}, 0);
    for (const QByteArray& member : members.seen()) {
        if (m_traits.size() >= mostTraits && !m_traits.contains(member))
            continue;
        Counts& counts = m_traits[member];
        ++(which == 0 ? counts.failed : counts.done);
    }
}

PayloadContrast::Finding PayloadContrast::finding() const
{
    const auto isTooSmall = [](const Sample& sample) { return qint64(sample.ids.size()) + sample.unfit < least; };
    if (isTooSmall(m_samples[0]))
        return Finding::TooFewFailed;
    if (isTooSmall(m_samples[1]))
        return Finding::TooFewDone;
    if (failed() < least || done() < least)
        return Finding::NoJson;
    return traits().empty() ? Finding::Nothing : Finding::Found;
}

std::vector<PayloadContrast::Trait> PayloadContrast::traits() const
{
    std::vector<Trait> traits;
    if (failed() < least || done() < least)
        return traits;
    const auto sizeFailed = double(failed());
    const auto sizeDone = double(done());
    for (auto each = m_traits.cbegin(); each != m_traits.cend(); ++each) {
        const auto [inFailed, inDone] = each.value();
        if (double(inFailed) < leastShare * sizeFailed
            || chiSquare(double(inFailed), sizeFailed, double(inDone), sizeDone) < leastCertainty)
            continue;
        // Add one to each number, so that the ratio is finite even if no done task has the trait.
        const double lift = (double(inFailed + 1) / (sizeFailed + 1)) / (double(inDone + 1) / (sizeDone + 1));
        if (lift < leastLift)
            continue;
        const qsizetype nul = each.key().indexOf('\0');
        traits.push_back({nul < 0 ? each.key() : each.key().first(nul),
            nul < 0 ? std::nullopt : std::optional(each.key().sliced(nul + 1)), inFailed, inDone, lift});
    }
    std::sort(traits.begin(), traits.end(), [](const Trait& a, const Trait& b) {
        return std::tie(b.lift, a.path, a.value) < std::tie(a.lift, b.path, b.value);
    });
    // Drop a member if one of its values or children is just as frequent. The value or child is more specific.
    const std::vector<Trait> all = traits;
    std::erase_if(traits, [&all](const Trait& trait) {
        return !trait.value && std::any_of(all.begin(), all.end(), [&trait](const Trait& other) {
            const bool isPart = other.path.startsWith(trait.path)
                && (other.path.size() == trait.path.size()
                        ? other.value.has_value()
                        : QByteArrayView(".[").contains(other.path[trait.path.size()]));
            return isPart && other.failed == trait.failed && other.done <= trait.done;
        });
    });
    if (traits.size() > told)
        traits.resize(told);
    return traits;
}

} // namespace dueline
