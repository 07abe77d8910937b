// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/tablereader.h"

#include "core/base/nearestword.h"
#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

const TomlValue& emptyTomlTable()
{
    static const TomlValue empty;
    return empty;
}

QString nearestSuggestion(const QByteArray& word, const std::vector<QByteArray>& words)
{
    const QByteArray near = nearestWord(word, words);
    return near.isEmpty() ? QStringLiteral("the choices are %1").arg(TableReader::listed(words))
                          : QStringLiteral("did you mean `%1`?").arg(QString::fromUtf8(near));
}

} // namespace

void TableReader::fail(TextPosition at, const QString& sentence)
{
    if (!m_error)
        m_error = errorAt(at, sentence);
}

QString TableReader::listed(const std::vector<QByteArray>& words)
{
    QStringList list;
    for (const QByteArray& word : words)
        list << printable(word, 64);
    return list.isEmpty() ? QStringLiteral("none") : list.join(QStringLiteral(", "));
}

QString TableReader::quoted(QByteArrayView word) { return u'`' + printable(word, 64) + u'`'; }

void TableReader::checkNames(const TomlValue& table, const std::vector<QByteArray>& names, const QByteArray& what)
{
    for (const TomlValue::Entry& entry : table.entries) {
        if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
            fail(entry.value.at,
                QStringLiteral("%1 has no %2; %3")
                    .arg(printable(what), quoted(entry.key), nearestSuggestion(entry.key, names)));
        }
    }
}

const TomlValue& TableReader::table(const TomlValue& parent, QByteArrayView key)
{
    const TomlValue* value = parent.find(key);
    if (!value)
        return emptyTomlTable();
    if (value->isTable())
        return *value;
    fail(value->at, QStringLiteral("%1 must be a table: [%2]").arg(quoted(key), printable(key)));
    return emptyTomlTable();
}

std::vector<const TomlValue*> TableReader::tables(const TomlValue& parent, QByteArrayView key)
{
    std::vector<const TomlValue*> all;
    const TomlValue* value = parent.find(key);
    if (!value)
        return all;
    if (value->isTable())
        return {value};
    for (const TomlValue& item : value->items) {
        if (!item.isTable())
            fail(item.at, QStringLiteral("%1 must be a list of tables").arg(quoted(key)));
        else
            all.push_back(&item);
    }
    if (!value->isArray())
        fail(value->at, QStringLiteral("%1 must be a list of tables").arg(quoted(key)));
    return all;
}

QByteArray TableReader::textOf(const TomlValue& value)
{
    if (!value.isText())
        fail(value.at, QStringLiteral("write a string here, in quotes"));
    return value.text;
}

QByteArray TableReader::text(const TomlValue& table, QByteArrayView key)
{
    const TomlValue* value = table.find(key);
    return value ? textOf(*value) : QByteArray();
}

bool TableReader::boolean(const TomlValue& table, QByteArrayView key)
{
    const TomlValue* value = table.find(key);
    if (value && value->kind != TomlValue::Kind::Boolean)
        fail(value->at, QStringLiteral("%1 must be `true` or `false`").arg(quoted(key)));
    return value && value->boolean;
}

std::vector<std::pair<QByteArray, TextPosition>> TableReader::texts(const TomlValue& table, QByteArrayView key)
{
    std::vector<std::pair<QByteArray, TextPosition>> all;
    const TomlValue* value = table.find(key);
    if (!value)
        return all;
    if (!value->isArray())
        return {{textOf(*value), value->at}};
    for (const TomlValue& item : value->items)
        all.emplace_back(textOf(item), item.at);
    if (all.empty())
        fail(value->at, QStringLiteral("%1 is empty").arg(quoted(key)));
    return all;
}

TextPosition TableReader::positionOf(const TomlValue& table, QByteArrayView key)
{
    const TomlValue* value = table.find(key);
    return value ? value->at : table.at;
}

KeyPattern TableReader::patternOf(const QByteArray& text, TextPosition at)
{
    auto pattern = KeyPattern::parse(text, m_parameters);
    if (!pattern)
        fail(at, pattern.error().message);
    else if (pattern->isEmpty() && !m_error)
        fail(at, QStringLiteral("the string is empty"));
    return pattern ? *pattern : KeyPattern();
}

KeyPattern TableReader::pattern(const TomlValue& table, QByteArrayView key)
{
    const TomlValue* value = table.find(key);
    return value ? patternOf(textOf(*value), value->at) : KeyPattern();
}

KeyPattern TableReader::keyOf(const QByteArray& text, TextPosition at)
{
    KeyPattern pattern = patternOf(text, at);
    if (pattern.beginning().startsWith("dueline:") || pattern.text().contains(":dueline:"))
        fail(at, QStringLiteral("a layout cannot describe Dueline's own keys"));
    return pattern;
}

KeyPattern TableReader::key(const TomlValue& table, QByteArrayView key)
{
    const TomlValue* value = table.find(key);
    return value ? keyOf(textOf(*value), value->at) : KeyPattern();
}

std::size_t TableReader::choice(
    const QByteArray& word, const std::vector<QByteArray>& words, TextPosition at, const QString& lead)
{
    const auto found = std::find(words.begin(), words.end(), word);
    if (found != words.end())
        return std::size_t(found - words.begin());
    fail(at, QStringLiteral("%1 %2; %3").arg(lead, quoted(word), nearestSuggestion(word, words)));
    return 0;
}

} // namespace dueline
