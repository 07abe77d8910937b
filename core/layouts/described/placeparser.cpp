// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/placeparser.h"

#include <algorithm>

namespace dueline {

namespace {

const std::vector<QByteArray> describedKinds{"zset", "list", "set", "hash", "string", "stream"};
const std::vector<QByteArray> describedStates{"scheduled", "due", "retrying", "leased", "failed", "done"};

} // namespace

DescribedQueues PlaceParser::queues(const TomlValue& table)
{
    static const std::vector<QByteArray> sources{"names", "set", "hash", "zset", "scan"};
    m_reader.checkNames(table, {"names", "set", "hash", "zset", "scan", "channels", "unless"}, "[queues]");
    DescribedQueues queues;
    int given = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        for (const auto& [text, at] : m_reader.texts(table, sources[i])) {
            const bool isScan = sources[i] == "scan";
            KeyPattern pattern = m_reader.keyOf(text, at);
            queues.source = DescribedQueues::Source(i);
            const std::vector<QByteArray> variables = pattern.variables();
            if (isScan && variables != std::vector<QByteArray>{"queue"})
                m_reader.fail(at, QStringLiteral("a key pattern in `scan` must have <queue> as its only variable"));
            else if (isScan && !pattern.hasLiteral())
                m_reader.fail(at, QStringLiteral("this matches every key; write what the queues' keys have in common"));
            else if (!isScan && !variables.empty())
                m_reader.fail(
                    at, QStringLiteral("there is no parameter <%1>").arg(QString::fromUtf8(variables.front())));
            queues.patterns.push_back(std::move(pattern));
        }
        given += table.find(sources[i]) ? 1 : 0;
    }
    if (given != 1) {
        m_reader.fail(table.at,
            QStringLiteral(
                "specify where the names of the queues are: one of `names`, `set`, `hash`, `zset` or `scan` in "
                "[queues]"));
    }
    for (const auto& [text, at] : m_reader.texts(table, "channels")) {
        queues.channels.push_back(m_reader.keyOf(text, at));
        if (queues.source != DescribedQueues::Source::Scan)
            m_reader.fail(at, QStringLiteral("`channels` needs `scan`"));
        else if (queues.channels.back().variables() != std::vector<QByteArray>{"queue"}
            || !queues.channels.back().hasLiteral())
            m_reader.fail(at, QStringLiteral("a channel pattern must have <queue> as its only variable"));
    }
    for (const auto& [text, at] : m_reader.texts(table, "unless"))
        queues.unless << text;
    const bool isScan = queues.source == DescribedQueues::Source::Scan;
    const std::size_t most = isScan ? Description::mostPatterns : Description::mostNames;
    if (queues.patterns.size() > most || queues.channels.size() > Description::mostPatterns
        || std::size_t(queues.unless.size()) > Description::mostPatterns) {
        m_reader.fail(table.at,
            QStringLiteral("[queues] can have at most %1 names, and %2 patterns in each list")
                .arg(Description::mostNames)
                .arg(Description::mostPatterns));
    }
    return queues;
}

DescribedStore PlaceParser::store(const TomlValue& table, const QByteArray& what)
{
    static const std::vector<QByteArray> decoders{"json", "msgpack", "php", "pickle", "gzip", "zlib", "base64", "text"};
    constexpr std::size_t mostDecoders = 8;
    m_reader.checkNames(table, {"string", "hash", "field", "body", "format", "decode"}, what);
    DescribedStore store;
    store.at = table.at;
    if (table.find("string")) {
        store.kind = DescribedStore::Kind::String;
        store.key = m_reader.key(table, "string");
    } else if (table.find("hash")) {
        store.key = m_reader.key(table, "hash");
        store.body = m_reader.text(table, "body");
        store.field = m_reader.pattern(table, "field");
        store.kind = store.body.isEmpty() ? DescribedStore::Kind::HashField : DescribedStore::Kind::HashBody;
        if (store.body.isEmpty() == store.field.isEmpty()) {
            m_reader.fail(table.at,
                QStringLiteral("a hash needs either `field` (a field per task) or `body` (a hash per task: the field "
                               "that is the payload)"));
        }
    }
    if (table.find("string") && table.find("hash"))
        m_reader.fail(table.at, QStringLiteral("payloads can be in a `string` or a `hash`, not both"));
    if (store.kind != DescribedStore::Kind::HashField && store.kind != DescribedStore::Kind::HashBody) {
        for (const char* name : {"field", "body"}) {
            if (table.find(name))
                m_reader.fail(
                    m_reader.positionOf(table, name), QStringLiteral("`%1` needs a `hash`").arg(QLatin1String(name)));
        }
    }
    store.format = m_reader.pattern(table, "format");
    if (!store.format.isEmpty() && !store.format.has("payload"))
        m_reader.fail(m_reader.positionOf(table, "format"), QStringLiteral("the format has no <payload>"));
    for (const auto& [word, at] : m_reader.texts(table, "decode"))
        store.decoders.push_back(
            DescribedDecoder(m_reader.choice(word, decoders, at, QStringLiteral("there is no payload reader"))));
    if (store.decoders.size() > mostDecoders)
        m_reader.fail(m_reader.positionOf(table, "decode"),
            QStringLiteral("a payload can have at most %1 layers").arg(mostDecoders));
    return store;
}

DescribedHashField PlaceParser::hashField(const TomlValue& table, const QByteArray& what)
{
    DescribedHashField field{m_reader.key(table, "hash"), m_reader.pattern(table, "field")};
    if (field.hash.isEmpty() || field.field.isEmpty())
        m_reader.fail(table.at, QStringLiteral("%1 needs `hash` and `field`").arg(QString::fromUtf8(what)));
    return field;
}

DescribedField PlaceParser::field(const QByteArray& name, const TomlValue& value)
{
    DescribedField field;
    field.name = name;
    field.at = value.at;
    if (value.isTable()) {
        m_reader.checkNames(value, {"hash", "field", "string"}, name);
        if (value.find("string")) {
            field.source = DescribedField::Source::String;
            field.pattern = m_reader.key(value, "string");
            if (value.find("hash") || value.find("field"))
                m_reader.fail(value.at, QStringLiteral("a field can be in a `string` or a `hash`, not both"));
        } else {
            const DescribedHashField beside = hashField(value, name);
            field.source = DescribedField::Source::Hash;
            field.pattern = beside.hash;
            field.field = beside.field;
        }
        return field;
    }
    const QByteArray text = m_reader.textOf(value);
    if (text.startsWith('$')) {
        if (const auto path = PayloadPath::parse(text))
            field.path = *path;
        else
            m_reader.fail(value.at,
                QStringLiteral("%1 is not a path; write a path such as `$.args[0]`").arg(m_reader.quoted(text)));
    } else if (text.startsWith('@')) {
        field.source = DescribedField::Source::Own;
        field.own = text.mid(1);
    } else if (text.contains('<')) {
        field.source = DescribedField::Source::Template;
        field.pattern = m_reader.patternOf(text, value.at);
    } else {
        m_reader.fail(value.at,
            QStringLiteral(
                "write a path in the payload (`$.name`), another field of the task's hash (`@name`), or parts "
                "of the member (`<name>`)"));
    }
    return field;
}

std::pair<DescribedPlace::Kind, KeyPattern> PlaceParser::typedKey(
    const TomlValue& table, const std::vector<QByteArray>& types, const QByteArray& what)
{
    std::pair<DescribedPlace::Kind, KeyPattern> typed;
    int given = 0;
    for (std::size_t i = 0; i < describedKinds.size(); ++i) {
        if (!table.find(describedKinds[i]) || std::find(types.begin(), types.end(), describedKinds[i]) == types.end())
            continue;
        ++given;
        typed = {DescribedPlace::Kind(i), m_reader.key(table, describedKinds[i])};
    }
    if (given != 1) {
        m_reader.fail(table.at,
            QStringLiteral("%1 is one key; write its type and name, such as `zset = \"…\"`; types: %2")
                .arg(m_reader.quoted(what), m_reader.listed(types)));
    }
    return typed;
}

ScoreUnit PlaceParser::unit(const TomlValue& table, QByteArrayView key)
{
    const QByteArray word = m_reader.pattern(table, key).text();
    return ScoreUnit(m_reader.choice(
        word, {"s", "ms", "us", "ns"}, m_reader.positionOf(table, key), QStringLiteral("there is no unit")));
}

int PlaceParser::bucket(const TomlValue& value)
{
    qint64 number = value.integer;
    if (value.isText()) {
        const auto parameter = m_reader.parameters().find(value.text);
        bool isNumber = false;
        if (parameter != m_reader.parameters().end())
            number = parameter->second.toLongLong(&isNumber);
        if (!isNumber) {
            m_reader.fail(value.at,
                QStringLiteral("%1 is neither a number nor the name of a numeric parameter")
                    .arg(m_reader.quoted(value.text)));
        }
    } else if (value.kind != TomlValue::Kind::Integer) {
        m_reader.fail(value.at, QStringLiteral("a bucket must be a number or the name of a parameter"));
    }
    if (number < 0 || number > 1'000'000)
        m_reader.fail(value.at, QStringLiteral("a bucket must be a number from 0 to 1000000"));
    return int(std::clamp<qint64>(number, 0, 1'000'000));
}

void PlaceParser::readWorkers(DescribedPlace& place, const TomlValue& table)
{
    const TomlValue* workers = table.find("workers");
    place.hasWorkers = workers != nullptr;
    if (!workers || (workers->isText() && workers->text == "scan"))
        return;
    const bool isTable = workers->isTable() && workers->entries.size() == 1;
    if (!isTable || !(workers->find("set") || workers->find("zset"))) {
        m_reader.fail(workers->at,
            QStringLiteral("write `workers = {set = \"…\"}`, the set (or `zset`) with their names, or \"scan\""));
        return;
    }
    place.areWorkersSorted = workers->find("zset") != nullptr;
    place.workerNames = m_reader.key(*workers, place.areWorkersSorted ? "zset" : "set");
    for (const QByteArray& variable : place.workerNames.variables()) {
        if (variable != "queue" || !place.key.has("queue"))
            m_reader.fail(workers->at, QStringLiteral("there is no parameter <%1>").arg(QString::fromUtf8(variable)));
    }
}

void PlaceParser::readKeys(DescribedPlace& place, const TomlValue& table)
{
    if (const TomlValue* buckets = table.find("buckets")) {
        if (!buckets->isArray() || buckets->items.size() != 2) {
            m_reader.fail(buckets->at, QStringLiteral("write the first and the last number: `buckets = [1, 3]`"));
        } else {
            place.buckets = {bucket(buckets->items[0]), bucket(buckets->items[1])};
            const int count = place.buckets->second - place.buckets->first + 1;
            if (count < 1 || count > Description::mostBuckets) {
                m_reader.fail(
                    buckets->at, QStringLiteral("the number of buckets must be 1 to %1").arg(Description::mostBuckets));
            }
        }
    }
    if (const TomlValue* times = table.find("times")) {
        const TomlValue& of = m_reader.table(table, "times");
        m_reader.checkNames(of, {"zset", "score"}, "times");
        place.times = DescribedPlace::Times{
            m_reader.key(of, "zset"), of.find("score") ? unit(of, "score") : ScoreUnit::Seconds};
        if (place.times->set.isEmpty())
            m_reader.fail(
                times->at, QStringLiteral("name the set that lists the timestamps: `times = {zset = \"…\"}`"));
    }
    readWorkers(place, table);
    place.alive = m_reader.key(table, "alive");
    struct Needed
    {
        const char* variable;
        bool isGiven;
        QString remedy;
    };
    const Needed needed[]{
        {"bucket", place.buckets.has_value(), QStringLiteral("`buckets = [1, 3]`, or a parameter's name for a number")},
        {"time", place.times.has_value(),
            QStringLiteral("`times = {zset = \"…\", score = \"s\"}`, the set that lists the timestamps")},
        {"worker", place.hasWorkers, QStringLiteral("`workers = \"scan\"`")}};
    for (const Needed& each : needed) {
        if (place.key.has(each.variable) && !each.isGiven) {
            m_reader.fail(place.at,
                QStringLiteral("the key of %1 has a <%2>: write %3")
                    .arg(m_reader.quoted(place.name), QLatin1String(each.variable), each.remedy));
        } else if (!place.key.has(each.variable) && each.isGiven) {
            m_reader.fail(place.at,
                QStringLiteral("the key of %1 has no <%2>")
                    .arg(m_reader.quoted(place.name), QLatin1String(each.variable)));
        }
    }
    for (const QByteArray& variable : place.key.variables()) {
        const bool isId = variable == "id" && place.kind == DescribedPlace::Kind::String && !place.hasWorkers;
        const bool isKnown = variable == "queue" || variable == "bucket" || variable == "time" || variable == "worker";
        if (!isKnown && !isId)
            m_reader.fail(place.at, QStringLiteral("there is no parameter <%1>").arg(QString::fromUtf8(variable)));
    }
    if (place.isSearched() && !place.key.hasLiteral())
        m_reader.fail(place.at, QStringLiteral("this matches every key; write what the keys have in common"));
    for (const auto& [text, at] : m_reader.texts(table, "unless"))
        place.unless << m_reader.patternOf(text, at).text();
    if (std::size_t(place.unless.size()) > Description::mostPatterns) {
        m_reader.fail(m_reader.positionOf(table, "unless"),
            QStringLiteral("a list can have at most %1 patterns").arg(Description::mostPatterns));
    }
}

void PlaceParser::readTimes(DescribedPlace& place, const TomlValue& table)
{
    if (table.find("score"))
        place.unit = unit(table, "score");
    if (place.kind == DescribedPlace::Kind::SortedSet && !place.unit)
        m_reader.fail(
            place.at, QStringLiteral("specify the unit of the scores: `score = \"s\"`, \"ms\", \"us\" or \"ns\""));
    place.hasFractions = m_reader.boolean(table, "fraction");
    const bool isPending = StateSet::pending().contains(place.state);
    place.means = isPending                ? DescribedPlace::Means::Due
        : place.state == TaskState::Leased ? DescribedPlace::Means::Deadline
                                           : DescribedPlace::Means::Ended;
    if (table.find("means")) {
        static const std::vector<QByteArray> words{"due", "deadline", "ended"};
        place.means = DescribedPlace::Means(1
            + m_reader.choice(m_reader.text(table, "means"), words, m_reader.positionOf(table, "means"),
                QStringLiteral("there is no score meaning")));
    }
    if (!place.unit && !place.times)
        place.means = DescribedPlace::Means::None;
}

void PlaceParser::readLeases(DescribedPlace& place, const TomlValue& table)
{
    for (const char* name : {"lock", "leased-if"}) {
        if (table.find(name) && place.kind != DescribedPlace::Kind::SortedSet) {
            m_reader.fail(m_reader.positionOf(table, name),
                QStringLiteral("`%1` needs a `zset`: in a %2, tasks with and without a lease cannot be counted")
                    .arg(QLatin1String(name), QString::fromLatin1(wordOf(place.kind))));
        }
    }
    place.lock = m_reader.key(table, "lock");
    if (table.find("leased-if")) {
        const TomlValue& condition = m_reader.table(table, "leased-if");
        m_reader.checkNames(condition, {"hash", "field"}, "leased-if");
        place.leasedIf = hashField(condition, "leased-if");
    }
    if (table.find("group")) {
        const KeyPattern group = m_reader.pattern(table, "group");
        place.group = group.render({}).value_or(QByteArray());
        if (place.kind != DescribedPlace::Kind::Stream || place.group.isEmpty())
            m_reader.fail(m_reader.positionOf(table, "group"),
                QStringLiteral("`group` is the name of a stream's consumer group"));
    }
    static const std::vector<QByteArray> movers{"atomic", "checked", "blind"};
    if (table.find("mover")) {
        place.isMovedBlindly = m_reader.choice(m_reader.text(table, "mover"), movers,
                                   m_reader.positionOf(table, "mover"), QStringLiteral("there is no mover"))
            == 2;
    }
}

DescribedPlace PlaceParser::place(const QByteArray& name, const TomlValue& table, const DescribedStore& usual)
{
    static const std::vector<QByteArray> names{"zset", "list", "set", "hash", "string", "stream", "state", "score",
        "fraction", "means", "member", "packed", "next", "buckets", "times", "workers", "alive", "lock", "leased-if",
        "unless", "payload", "group", "mover", "note"};
    DescribedPlace place;
    place.name = name;
    place.at = table.at;
    m_reader.checkNames(table, names, "place." + name);
    std::tie(place.kind, place.key) = typedKey(table, describedKinds, "place." + name);
    const std::size_t state = m_reader.choice(m_reader.text(table, "state"), describedStates,
        m_reader.positionOf(table, "state"), QStringLiteral("there is no state"));
    place.state = stateFromName(describedStates[state]).value_or(TaskState::Due);
    place.store = table.find("payload") ? store(m_reader.table(table, "payload"), "payload") : usual;
    if (table.find("packed")) {
        std::vector<QByteArray> fields;
        for (const auto& [text, at] : m_reader.texts(table, "packed"))
            fields.push_back(text);
        const auto packed = PackedMember::parse(fields);
        if (!packed)
            m_reader.fail(m_reader.positionOf(table, "packed"), packed.error().message);
        else
            place.packed = *packed;
        if (table.find("member"))
            m_reader.fail(m_reader.positionOf(table, "member"),
                QStringLiteral("a member can be `packed` or a pattern, not both"));
    } else if (table.find("member")) {
        place.member = m_reader.pattern(table, "member");
    } else {
        const bool isStored = place.store.kind != DescribedStore::Kind::Member;
        place.member = m_reader.patternOf(isStored ? "<id>" : "<payload>", place.at);
    }
    if (place.kind == DescribedPlace::Kind::List) {
        const QByteArray next = m_reader.text(table, "next");
        place.runsTail = next == "tail";
        if (!place.runsTail && next != "head") {
            m_reader.fail(m_reader.positionOf(table, "next"),
                QStringLiteral(
                    "specify which end workers take tasks from: `next = \"tail\"` (LPUSH and RPOP) or \"head\" "
                    "(RPUSH and LPOP)"));
        }
    } else if (table.find("next")) {
        m_reader.fail(m_reader.positionOf(table, "next"), QStringLiteral("`next` applies only to lists"));
    }
    readKeys(place, table);
    readTimes(place, table);
    readLeases(place, table);
    place.note = m_reader.text(table, "note");
    return place;
}

std::size_t PlaceParser::placeNamed(const QByteArray& name, const std::vector<DescribedPlace>& places, TextPosition at)
{
    std::vector<QByteArray> names;
    for (const DescribedPlace& place : places)
        names.push_back(place.name);
    return m_reader.choice(name, names, at, QStringLiteral("there is no place"));
}

DescribedCompanion PlaceParser::companion(const TomlValue& table, const std::vector<DescribedPlace>& places)
{
    DescribedCompanion companion;
    companion.at = table.at;
    m_reader.checkNames(
        table, {"zset", "list", "set", "hash", "string", "field", "member", "where", "note"}, "[[companion]]");
    std::tie(companion.kind, companion.key)
        = typedKey(table, {"zset", "list", "set", "hash", "string"}, "[[companion]]");
    m_reader.text(table, "note");
    const bool isHash = companion.kind == DescribedPlace::Kind::Hash;
    const char* part = isHash ? "field" : "member";
    companion.part = m_reader.pattern(table, part);
    if (companion.part.isEmpty() && companion.kind != DescribedPlace::Kind::String) {
        m_reader.fail(table.at,
            QStringLiteral("specify which %1 of the %2 belongs to the task: `%1 = \"<id>\"`")
                .arg(QLatin1String(part), QString::fromLatin1(wordOf(companion.kind))));
    }
    for (const auto& [name, at] : m_reader.texts(table, "where"))
        companion.where.push_back(placeNamed(name, places, at));
    return companion;
}

} // namespace dueline
