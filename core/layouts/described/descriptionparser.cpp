// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/layouts/described/actionparser.h"

#include <algorithm>

namespace dueline {

namespace {

const std::vector<QByteArray> describedFieldNames{
    "id", "type", "queue", "due", "attempts", "attempts-left", "max-attempts", "error", "created", "body"};
constexpr qsizetype longestParameter = 256;

bool isLayoutName(const QByteArray& name)
{
    return !name.isEmpty() && name.size() <= 64 && name[0] != '-' && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

/// Parser for a single layout file.
class DescriptionParser
{
public:
    Result<Description> parse(const TomlValue& file, const Variables& given, const QByteArrayList& reserved)
    {
        readHead(file, reserved);
        readParameters(file, given);
        if (m_reader.error())
            return *m_reader.error();
        m_description.queues = m_places.queues(m_reader.table(file, "queues"));
        m_description.store = m_places.store(m_reader.table(file, "payload"), "[payload]");
        const TomlValue& fields = m_reader.table(file, "fields");
        m_reader.checkNames(fields, describedFieldNames, "[fields]");
        for (const TomlValue::Entry& entry : fields.entries)
            m_description.fields.push_back(m_places.field(entry.key, entry.value));
        readPlaces(m_reader.table(file, "place"));
        readCompanions(file);
        if (m_reader.error()) // Stop after an error: the remaining sections refer to places.
            return *m_reader.error();
        readActions(file);
        readSample(m_reader.table(file, "sample"));
        if (m_reader.error())
            return *m_reader.error();
        return std::move(m_description);
    }

private:
    void readHead(const TomlValue& file, const QByteArrayList& reserved)
    {
        m_reader.checkNames(file,
            {"dueline-layout", "name", "title", "about", "source", "versions", "parameters", "queues", "payload",
                "fields", "place", "companion", "action", "add", "run", "sample"},
            "the file");
        const TomlValue* language = file.find("dueline-layout");
        if (!language || language->kind != TomlValue::Kind::Integer || language->integer < 1) {
            m_reader.fail(m_reader.positionOf(file, "dueline-layout"),
                QStringLiteral("this is not a layout; a layout begins with `dueline-layout = 1`"));
        } else if (language->integer > 1) {
            m_reader.fail(language->at,
                QStringLiteral(
                    "the file needs a newer Dueline: it uses version %1 of the layout language, and this program "
                    "supports version 1")
                    .arg(language->integer));
        }
        m_description.name = m_reader.text(file, "name");
        m_description.title = m_reader.text(file, "title");
        m_description.about = m_reader.text(file, "about");
        m_description.source = m_reader.text(file, "source");
        m_description.versions = m_reader.text(file, "versions");
        const TextPosition at = m_reader.positionOf(file, "name");
        if (!isLayoutName(m_description.name)) {
            m_reader.fail(at,
                QStringLiteral("write the name for --layout, in lower-case letters, digits and dashes: `name = "
                               "\"orders\"`"));
        } else if (reserved.contains(m_description.name)) {
            m_reader.fail(at,
                QStringLiteral("%1 is the name of a built-in layout; choose another")
                    .arg(m_reader.quoted(m_description.name)));
        }
        if (m_description.title.isEmpty())
            m_description.title = m_description.name;
    }

    void readParameters(const TomlValue& file, const Variables& given)
    {
        static const std::vector<QByteArray> variables{
            "queue", "id", "member", "payload", "bucket", "time", "worker", "score", "value"};
        Variables values;
        std::vector<QByteArray> names;
        for (const TomlValue::Entry& entry : m_reader.table(file, "parameters").entries) {
            DescribedParameter parameter{entry.key, entry.value.text, entry.value.kind == TomlValue::Kind::Integer};
            const auto pattern = KeyPattern::parse('<' + entry.key + '>');
            if (!pattern || pattern->hasLiteral()
                || std::find(variables.begin(), variables.end(), entry.key) != variables.end())
                m_reader.fail(
                    entry.value.at, QStringLiteral("a parameter cannot be named %1").arg(m_reader.quoted(entry.key)));
            if (parameter.isNumber)
                parameter.value = QByteArray::number(entry.value.integer);
            else if (!entry.value.isText())
                m_reader.fail(entry.value.at, QStringLiteral("a parameter must be a string or a whole number"));
            names.push_back(entry.key);
            if (const auto replaced = given.find(entry.key); replaced != given.end()) {
                bool isNumber = true;
                if (parameter.isNumber)
                    replaced->second.toLongLong(&isNumber);
                if (!isNumber || replaced->second.contains('\0'))
                    m_reader.fail(entry.value.at,
                        QStringLiteral("the parameter %1 needs %2")
                            .arg(m_reader.quoted(entry.key),
                                parameter.isNumber ? QStringLiteral("a whole number")
                                                   : QStringLiteral("a string without NUL")));
                parameter.value = replaced->second;
            }
            if (parameter.value.size() > longestParameter)
                m_reader.fail(
                    entry.value.at, QStringLiteral("a parameter can have at most %1 bytes").arg(longestParameter));
            values[entry.key] = parameter.value;
            m_description.parameters.push_back(std::move(parameter));
        }
        for (const auto& [name, value] : given) {
            if (!values.contains(name)) {
                m_reader.fail({},
                    QStringLiteral("the layout has no parameter %1; the parameters are %2")
                        .arg(m_reader.quoted(name), m_reader.listed(names)));
            }
        }
        m_reader.setParameters(std::move(values));
    }

    void readPlaces(const TomlValue& places)
    {
        for (const TomlValue::Entry& entry : places.entries) {
            if (!isLayoutName(entry.key))
                m_reader.fail(entry.value.at,
                    QStringLiteral("the name of a place must consist of lower-case letters, digits and dashes"));
            if (!entry.value.isTable())
                m_reader.fail(entry.value.at, QStringLiteral("a place must be a table: [place.waiting]"));
            m_description.places.push_back(m_places.place(entry.key, entry.value, m_description.store));
        }
        if (m_description.places.empty())
            m_reader.fail(places.at, QStringLiteral("describe at least one place: `[place.delayed]`"));
        int buckets = 0;
        for (const DescribedPlace& place : m_description.places) {
            buckets += place.buckets ? place.buckets->second - place.buckets->first + 1 : 0;
            if (buckets > Description::mostBuckets) {
                m_reader.fail(place.at,
                    QStringLiteral("all places together can have at most %1 buckets").arg(Description::mostBuckets));
            }
        }
        if (m_description.places.size() > Description::mostPlaces)
            m_reader.fail(
                places.at, QStringLiteral("a layout can have at most %1 places").arg(Description::mostPlaces));
    }

    void readCompanions(const TomlValue& file)
    {
        const auto tables = m_reader.tables(file, "companion");
        if (tables.size() > Description::mostCompanions)
            m_reader.fail(tables.front()->at,
                QStringLiteral("a layout can have at most %1 companions").arg(Description::mostCompanions));
        for (const TomlValue* table : tables)
            m_description.companions.push_back(m_places.companion(*table, m_description.places));
    }

    void readActions(const TomlValue& file)
    {
        ActionParser parser(m_reader, m_places, m_description);
        parser.checkDescription();
        const TomlValue& actions = m_reader.table(file, "action");
        for (const TomlValue::Entry& entry : actions.entries) {
            for (const TomlValue* table : m_reader.tables(actions, entry.key))
                m_description.actions.push_back(parser.action(entry.key, *table));
        }
        if (file.find("add") && !m_reader.error())
            m_description.adding = parser.adding(m_reader.table(file, "add"));
        if (file.find("run") && !m_reader.error())
            m_description.running = parser.running(m_reader.table(file, "run"));
    }

    void readSample(const TomlValue& sample)
    {
        m_reader.checkNames(sample, {"commands", "task"}, "[sample]");
        m_description.sampleCommands = m_reader.text(sample, "commands");
        m_description.sampleAt = m_reader.positionOf(sample, "commands");
        std::vector<QByteArray> names = describedFieldNames;
        names.insert(names.end(), {"place", "state"});
        for (const TomlValue* table : m_reader.tables(sample, "task")) {
            SampleTask task;
            task.at = table->at;
            m_reader.checkNames(*table, names, "[[sample.task]]");
            for (const TomlValue::Entry& entry : table->entries)
                task.values[entry.key] = m_reader.textOf(entry.value);
            m_places.placeNamed(task.values["place"], m_description.places, table->at);
            m_description.sample.push_back(std::move(task));
        }
    }

    TableReader m_reader;
    PlaceParser m_places{m_reader};
    Description m_description;
};

} // namespace

Result<Description> Description::parse(const QByteArray& file, const Variables& given, const QByteArrayList& reserved)
{
    const auto toml = TomlValue::parse(file);
    if (!toml)
        return toml.error();
    auto parsed = DescriptionParser().parse(*toml, given, reserved);
    if (parsed || given.empty() || !DescriptionParser().parse(*toml, {}, reserved))
        return parsed;
    // Omit the position, `line 1, column 1: …`: the error isn't in the file.
    const QString clause = parsed.error().message;
    return Error{ErrorCode::Usage,
        QStringLiteral("the parameters do not fit the layout: %1").arg(clause.mid(clause.indexOf(u": ") + 2))};
}

} // namespace dueline
