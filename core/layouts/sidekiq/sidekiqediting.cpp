// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqediting.h"

#include "core/base/jsontree.h"
#include "core/base/text.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/layouts/shared/jobs/jsonfields.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqwords.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <set>

namespace dueline {

namespace {

constexpr JsonTree::Limits editedLimits{1'000'000, 200};

/// Fields that indicate a uniqueness lock. The first two belong to Sidekiq Enterprise, the others to
/// sidekiq-unique-jobs: version 7 or later, before 7, and before 5.
constexpr std::array<QByteArrayView, 5> lockFields{
    "unique_for", "unique_until", "lock_digest", "unique_digest", "unique_hash"};

/// Replacement of part of a job's text.
struct Edit
{
    qsizetype from;
    qsizetype length;
    QByteArray text;
};

/// Returns edits in the format of SidekiqPush::edits.
QByteArray formatted(std::vector<Edit> edits)
{
    std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.from < b.from; });
    QByteArrayList words;
    for (const Edit& edit : edits)
        words << QByteArray::number(edit.from) << QByteArray::number(edit.length) << edit.text;
    return words.join(' ');
}

/// Positions of a job's top-level fields. If a name occurs more than once, the last field wins.
class EditedFields
{
public:
    static std::optional<EditedFields> read(const QByteArray& member)
    {
        auto tree = JsonTree::parse(member, nullptr, editedLimits);
        if (!tree || tree->root().kind != JsonTree::Kind::Object)
            return std::nullopt;
        return EditedFields(*std::move(tree));
    }

    const JsonTree& tree() const { return m_tree; }
    /// Returns the field with this name, or null.
    const JsonTree::Node* find(QByteArrayView name) const
    {
        const auto& children = m_tree.root().children;
        const auto last = std::find_if(children.rbegin(), children.rend(), [this, name](int child) {
            const QByteArray meaning = m_tree.keyMeaning(child); // `=` and the decoded key, or the key as written
            return QByteArrayView(meaning).sliced(meaning.startsWith('=') ? 1 : 0) == name;
        });
        return last == children.rend() ? nullptr : &m_tree.node(*last);
    }
    /// Returns the edit that sets a field, or appends it if it's missing.
    Edit withField(QByteArrayView name, const QByteArray& value) const
    {
        if (const JsonTree::Node* field = find(name))
            return {field->offset, field->length, value};
        const JsonTree::Node& root = m_tree.root();
        const QByteArray comma = root.children.empty() ? QByteArray() : QByteArray(",");
        return {root.offset + root.length - 1, 0, comma + '"' + name.toByteArray() + "\":" + value};
    }
    QByteArray raw(const JsonTree::Node* node, const QByteArray& member) const
    {
        return node ? member.mid(node->offset, node->length) : QByteArray();
    }
    /// Returns the text of a string field; empty for other values.
    QByteArray text(QByteArrayView name, const QByteArray& member) const
    {
        const QByteArray bytes = raw(find(name), member);
        if (!bytes.startsWith('"'))
            return {};
        if (!bytes.contains('\\'))
            return bytes.mid(1, bytes.size() - 2);
        return QJsonDocument::fromJson('[' + bytes + ']').array().at(0).toString().toUtf8();
    }
    bool isSet(QByteArrayView name, const QByteArray& member) const
    {
        const QByteArray bytes = raw(find(name), member);
        return !bytes.isEmpty() && bytes != "null" && bytes != "false";
    }

private:
    explicit EditedFields(JsonTree tree)
        : m_tree(std::move(tree))
    { }

    JsonTree m_tree;
};

bool isMilliseconds(const QByteArray& token)
{
    // Larger numbers are in milliseconds: as seconds, this is the year 5138; as milliseconds, 1973.
    constexpr qint64 firstMs = 100'000'000'000;
    bool isWhole = false;
    return token.toLongLong(&isWhole) >= firstMs && isWhole;
}

QByteArray jsonText(const QByteArray& text)
{
    const QByteArray list = QJsonDocument(QJsonArray{QString::fromUtf8(text)}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

/// Job that a new task was exported from. Empty if the job's class isn't the new task's type.
class ExportedJob
{
public:
    ExportedJob(const NewTask& task, const QByteArray& type)
        : m_member(SidekiqStored::read(task.stored).member)
        , m_fields(m_member.isEmpty() ? std::nullopt : EditedFields::read(m_member))
    {
        if (m_fields && m_fields->text("class", m_member) != type)
            m_fields.reset();
    }

    bool isEmpty() const { return !m_fields; }
    /// Returns the exported job's fields that the new job keeps, each preceded by a comma. Omits the batch, any locks
    /// (only Sidekiq's client can acquire them), and the fields that newJob() writes.
    QByteArray keptFields() const
    {
        static const std::set<QByteArrayView> written{
            "queue", "class", "args", "jid", "retry", "created_at", "enqueued_at", "bid"};
        QByteArray kept;
        if (!m_fields)
            return kept;
        for (const int child : m_fields->tree().root().children) {
            const QByteArray meaning = m_fields->tree().keyMeaning(child);
            const QByteArray name = meaning.mid(meaning.startsWith('=') ? 1 : 0);
            const JsonTree::Node* node = m_fields->find(name);
            const bool isLock = std::find(lockFields.begin(), lockFields.end(), name) != lockFields.end();
            if (node == &m_fields->tree().node(child) && !isLock && !written.contains(name))
                kept += ',' + jsonText(name) + ':' + m_fields->raw(node, m_member);
        }
        return kept;
    }
    /// Returns whether the exported bytes are equivalent to the job that newJob() would create, and can be added
    /// unchanged.
    bool isSame(const QueueName& queue, const QByteArray& jid, const QByteArray& arguments, std::optional<int> limit,
        bool isEnqueued, bool asMilliseconds) const
    {
        if (!m_fields || m_fields->text("queue", m_member) != queue || m_fields->text("jid", m_member) != jid
            || m_fields->raw(m_fields->find("args"), m_member) != arguments || retry(limit).isEmpty())
            return false;
        const bool hasRelation = m_fields->find("bid")
            || std::any_of(lockFields.begin(), lockFields.end(),
                [this](const auto& name) { return m_fields->find(name) != nullptr; });
        const QByteArray created = m_fields->raw(m_fields->find("created_at"), m_member);
        return !hasRelation && !created.isEmpty() && isMilliseconds(created) == asMilliseconds
            && (m_fields->find("enqueued_at") != nullptr) == isEnqueued;
    }
    const QByteArray& member() const { return m_member; }
    /// Returns one of the exported job's times, as written or converted to the requested unit; empty if the job doesn't
    /// have that field.
    QByteArray instant(QByteArrayView name, bool asMilliseconds) const
    {
        const QByteArray raw = m_fields ? m_fields->raw(m_fields->find(name), m_member) : QByteArray();
        const auto at = sidekiqInstant(raw);
        return !at                                  ? QByteArray()
            : isMilliseconds(raw) == asMilliseconds ? raw
                                                    : SidekiqEditing::instant(toMs(*at) * 1000, asMilliseconds);
    }
    /// Returns when the job was enqueued; empty for a retry, which gets a new time.
    QByteArray enqueuedAt(bool asMilliseconds) const
    {
        return m_fields && !m_fields->find("failed_at") ? instant("enqueued_at", asMilliseconds) : QByteArray();
    }
    /// Returns the exported job's `retry` field as written if it allows exactly `limit` attempts or if `limit` is
    /// nullopt; otherwise empty.
    QByteArray retry(std::optional<int> limit) const
    {
        const bool isSame = !limit || *limit == SidekiqJob::read(m_member).maxAttempts;
        return m_fields && isSame ? m_fields->raw(m_fields->find("retry"), m_member) : QByteArray();
    }

private:
    QByteArray m_member;
    std::optional<EditedFields> m_fields;
};

/// Returns a new job's `retry` field. Sidekiq counts only retries, so the value is the limit minus 1. Without a limit,
/// the workers' default applies.
QByteArray retryField(const ExportedJob& exported, std::optional<int> limit)
{
    if (const QByteArray raw = exported.retry(limit); !raw.isEmpty())
        return raw;
    return limit ? QByteArray::number(std::max(*limit - 1, 0)) : QByteArray("true");
}

Error notOfSidekiq(const char* what) { return {ErrorCode::NotSupported, jobwords::unsupportedOption("Sidekiq", what)}; }

} // namespace

SidekiqStored SidekiqStored::read(const QByteArray& text)
{
    const qsizetype end = text.lastIndexOf('\n');
    const QByteArrayList words = end < 0 ? QByteArrayList() : text.mid(end + 1).split(' ');
    if (words.size() != 2 || (words[0] != "schedule" && words[0] != "retry"))
        return {text};
    return {text.first(end), words[0], words[1]};
}

QByteArray SidekiqStored::text() const
{
    return set.isEmpty() || score.isEmpty() ? member : member + '\n' + set + ' ' + score;
}

QByteArray SidekiqStored::scoreFor(TimePoint due) const
{
    return sidekiqInstant(score) == due ? scoreText(score.toDouble())
                                        : QByteArray::number(double(toMs(due)) / 1000, 'f', 3);
}

bool SidekiqStored::isRetry() const { return member.contains("\"retry_count\"") && set != "schedule"; }

QByteArray SidekiqEditing::instant(qint64 us, bool asMilliseconds)
{
    if (asMilliseconds)
        return QByteArray::number(us / 1000);
    return QByteArray::number(us / 1'000'000) + '.' + QByteArray::number(us % 1'000'000).rightJustified(6, '0');
}

std::optional<SidekiqPush> SidekiqEditing::push(const QByteArray& member, qint64 nowUs, bool isRetry, bool isLater)
{
    const auto fields = EditedFields::read(member);
    if (!fields)
        return std::nullopt;
    SidekiqPush push{fields->text("queue", member), {}};
    if (push.queue.isEmpty() || fields->text("class", member).isEmpty())
        return std::nullopt;
    bool asMilliseconds = false;
    for (const char* name : {"created_at", "enqueued_at", "failed_at"}) {
        if (const QByteArray token = fields->raw(fields->find(name), member); !token.isEmpty()) {
            asMilliseconds = isMilliseconds(token);
            break;
        }
    }
    std::vector<Edit> edits;
    if (!isLater)
        edits.push_back(fields->withField("enqueued_at", instant(nowUs, asMilliseconds)));
    if (const auto* count = isRetry ? fields->find("retry_count") : nullptr) {
        bool isWhole = false;
        const int retries = fields->raw(count, member).toInt(&isWhole);
        if (isWhole && retries > std::numeric_limits<int>::min())
            edits.push_back(fields->withField("retry_count", QByteArray::number(retries - 1)));
    }
    push.edits = formatted(std::move(edits));
    return push;
}

Result<QByteArray> SidekiqEditing::withArguments(const QByteArray& member, const QByteArray& arguments)
{
    const auto fields = EditedFields::read(member);
    const JsonTree::Node* held = fields ? fields->find("args") : nullptr;
    if (!held)
        return Error{ErrorCode::Refused, sidekiqwords::jobIsUnreadable()};
    if (whyKept(member) == ItemOutcome::UniqueLock)
        return Error{ErrorCode::Refused, sidekiqwords::lockIsForArguments()};
    if (const auto tree = JsonTree::parse(arguments, nullptr, editedLimits);
        !tree || tree->root().kind != JsonTree::Kind::Array)
        return Error{ErrorCode::Usage, sidekiqwords::argumentsAreNoArray(printable(arguments, 60))};
    return member.first(held->offset) + arguments.trimmed() + member.sliced(held->offset + held->length);
}

std::optional<QByteArray> SidekiqEditing::putBack(const QByteArray& member)
{
    const auto fields = EditedFields::read(member);
    if (!fields)
        return std::nullopt;
    bool isWhole = false;
    const int interrupted = fields->raw(fields->find("interrupted_count"), member).toInt(&isWhole);
    const int count = isWhole && interrupted > 0 ? interrupted + 1 : 1;
    return formatted({fields->withField("interrupted_count", QByteArray::number(count))});
}

QByteArray SidekiqEditing::withEdits(const QByteArray& member, const QByteArray& edits)
{
    QByteArray bytes;
    qsizetype at = 0;
    const QByteArrayList words = edits.split(' ');
    for (qsizetype i = 0; i + 2 < words.size(); i += 3) {
        const qsizetype from = words[i].toLongLong();
        bytes += member.mid(at, from - at) + words[i + 2];
        at = from + words[i + 1].toLongLong();
    }
    return bytes + member.mid(at);
}

std::optional<ItemOutcome> SidekiqEditing::whyKept(const QByteArray& member)
{
    const auto fields = EditedFields::read(member);
    if (!fields)
        return ItemOutcome::Damaged;
    if (fields->isSet("bid", member))
        return ItemOutcome::InBatch;
    const auto isSet = [&](QByteArrayView name) { return fields->isSet(name, member); };
    return std::any_of(lockFields.begin(), lockFields.end(), isSet) ? std::optional(ItemOutcome::UniqueLock)
                                                                    : std::nullopt;
}

bool SidekiqEditing::hasMilliseconds(const std::vector<QByteArray>& members)
{
    std::optional<TimePoint> newest;
    bool isMs = false;
    for (const QByteArray& member : members) {
        const auto fields = EditedFields::read(member);
        const QByteArray token = fields ? fields->raw(fields->find("created_at"), member) : QByteArray();
        const auto at = sidekiqInstant(token);
        if (!at || (newest && *at <= *newest))
            continue;
        newest = at;
        isMs = isMilliseconds(token);
    }
    return isMs;
}

Result<QByteArray> SidekiqEditing::newJob(const QueueName& queue, const QByteArray& jid, const NewTask& task,
    qint64 nowUs, bool isEnqueued, bool asMilliseconds)
{
    const TaskOptions& options = task.options;
    if (options.backoff)
        return notOfSidekiq(sidekiqwords::backoffOption());
    if (options.leaseFor)
        return notOfSidekiq(jobwords::leaseOption());
    if (options.expiresAt)
        return notOfSidekiq(jobwords::expiryOption());
    if (task.priority)
        return checkPriority(task, 0, "sidekiq").error();
    if (task.unique)
        return notOfSidekiq(jobwords::uniqueOption());
    const QByteArray arguments = task.payload.isEmpty() ? QByteArray("[]") : task.payload;
    const auto tree = JsonTree::parse(arguments, nullptr, editedLimits);
    if (!tree || tree->root().kind != JsonTree::Kind::Array) {
        return Error{ErrorCode::Usage, sidekiqwords::argumentsAreNoArray(printable(arguments, 60))};
    }
    if (const auto& items = tree->root().children; !items.empty()) {
        const QByteArray wrapped = JsonFields(*tree, items.front()).text("job_class");
        if (!wrapped.isEmpty()) {
            return Error{ErrorCode::NotSupported, sidekiqwords::argumentsAreActiveJob(printable(wrapped, 60))};
        }
    }
    const QByteArray type = typeOf(task.id).toByteArray();
    if (type.isEmpty())
        return Error{ErrorCode::Usage, sidekiqwords::classIsMissing()};
    const QByteArray at = instant(nowUs, asMilliseconds);
    const ExportedJob exported(task, type);
    if (exported.isSame(queue, jid, arguments.trimmed(), options.maxAttempts, isEnqueued, asMilliseconds))
        return exported.member();
    QByteArray createdAt = task.addedAt ? exported.instant("created_at", asMilliseconds) : QByteArray();
    if (createdAt.isEmpty())
        createdAt = task.addedAt && !exported.isEmpty() ? instant(toMs(*task.addedAt) * 1000, asMilliseconds) : at;
    const QByteArray enqueuedAt = exported.enqueuedAt(asMilliseconds);
    const QByteArray waitsSince = enqueuedAt.isEmpty() ? at : enqueuedAt;
    return R"({"retry":)" + retryField(exported, options.maxAttempts) + R"(,"queue":)" + jsonText(queue)
        + R"(,"class":)" + jsonText(type) + R"(,"args":)" + arguments.trimmed() + R"(,"jid":)" + jsonText(jid)
        + R"(,"created_at":)" + createdAt + (isEnqueued ? R"(,"enqueued_at":)" + waitsSince : QByteArray())
        + exported.keptFields() + '}';
}

} // namespace dueline
