// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/jsonpath.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QVariant>

#include <algorithm>
#include <cmath>
#include <span>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Characters that end an unquoted name. They include operators, so that a mistyped comparison isn't read as a name.
constexpr QStringView endsName = u".[]=\" <>!~*?";

bool isPlainName(const QString& name)
{
    return !name.isEmpty() && std::none_of(name.begin(), name.end(), [](QChar c) {
        return c.isSpace() || !c.isPrint() || endsName.contains(c);
    });
}

/// 2^53: doubles can't represent all larger integers
constexpr double exactUpTo = 9007199254740992.0;

Error badPath(const QString& why) { return {ErrorCode::Usage, why}; }

/// Reads `[]`, `[3]` or `["name"]` at position `at`.
Result<JsonPath::Step> readBrackets(QStringView text, qsizetype& at)
{
    ++at;
    if (at < text.size() && text[at] == u']') {
        ++at;
        return JsonPath::Step{{}, {}, true};
    }
    if (at < text.size() && text[at] == u'"') {
        qsizetype end = at + 1;
        while (end < text.size() && text[end] != u'"')
            end += text[end] == u'\\' ? 2 : 1;
        if (end + 1 >= text.size() || text[end + 1] != u']')
            return badPath(u"A name in brackets must end with \"]"_s);
        const auto name = QJsonDocument::fromJson('[' + text.sliced(at, end + 1 - at).toUtf8() + ']');
        if (!name.isArray())
            return badPath(u"The name in brackets is not a JSON string"_s);
        at = end + 2;
        return JsonPath::Step{name.array().first().toString()};
    }
    qsizetype end = at;
    while (end < text.size() && text[end] >= u'0' && text[end] <= u'9')
        ++end;
    bool isNumber = false;
    const qsizetype index = text.sliced(at, end - at).toInt(&isNumber);
    if (!isNumber || end >= text.size() || text[end] != u']')
        return badPath(u"Brackets must contain a number, a name in quotes, or nothing: [0], [\"name\"], []"_s);
    at = end + 1;
    return JsonPath::Step{{}, index};
}

void collect(const QJsonValue& value, std::span<const JsonPath::Step> steps, std::vector<QJsonValue>& found)
{
    if (steps.empty()) {
        found.push_back(value);
        return;
    }
    const JsonPath::Step& step = steps.front();
    if (step.isEveryItem) {
        for (const QJsonValue item : value.toArray())
            collect(item, steps.subspan(1), found);
        return;
    }
    const QJsonValue next = step.index ? value.toArray().at(*step.index) : value.toObject().value(step.name);
    if (!next.isUndefined())
        collect(next, steps.subspan(1), found);
}

} // namespace

JsonPath JsonPath::with(Step step) const
{
    JsonPath longer = *this;
    longer.m_steps.push_back(std::move(step));
    return longer;
}

Result<std::pair<JsonPath, qsizetype>> JsonPath::parseBeginning(QStringView text)
{
    if (text.isEmpty() || text[0] != u'$')
        return badPath(u"A path begins with $, as in $.customer.id"_s);
    JsonPath path;
    qsizetype at = 1;
    while (at < text.size() && text[at] != u'=') {
        if (path.m_steps.size() == deepest)
            return badPath(u"A path has at most %1 steps"_s.arg(deepest));
        if (text[at] == u'[') {
            auto step = readBrackets(text, at);
            if (!step)
                return step.error();
            path.m_steps.push_back(*std::move(step));
            continue;
        }
        const qsizetype begin = at + 1;
        qsizetype end = begin;
        while (end < text.size() && !endsName.contains(text[end]))
            ++end;
        if (text[at] != u'.' || end == begin)
            return badPath(u"Each step of a path is .name, [\"name with <>!~*?\"], [0] or []"_s);
        path.m_steps.push_back({text.sliced(begin, end - begin).toString()});
        at = end;
    }
    return std::pair(std::move(path), at);
}

Result<JsonPath> JsonPath::parse(QStringView text)
{
    auto parsed = parseBeginning(text);
    if (!parsed)
        return parsed.error();
    if (parsed->second < text.size())
        return badPath(u"A path cannot contain = outside a name in brackets"_s);
    return std::move(parsed->first);
}

QByteArray JsonPath::text() const
{
    QByteArray text = "$";
    for (const Step& step : m_steps) {
        if (step.isEveryItem)
            text += "[]";
        else if (step.index)
            text += '[' + QByteArray::number(*step.index) + ']';
        else if (isPlainName(step.name))
            text += '.' + step.name.toUtf8();
        else
            text += QJsonDocument(QJsonArray{step.name}).toJson(QJsonDocument::Compact);
    }
    return text;
}

std::vector<QJsonValue> JsonPath::valuesIn(const QJsonValue& document) const
{
    std::vector<QJsonValue> found;
    collect(document, m_steps, found);
    return found;
}

std::optional<QJsonValue> jsonDocument(QByteArrayView payload)
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromRawData(payload.data(), payload.size()));
    if (document.isObject())
        return document.object();
    if (document.isArray())
        return document.array();
    return std::nullopt;
}

std::optional<QByteArray> scalarText(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Null:
        return "null";
    case QJsonValue::Bool:
        return value.toBool() ? "true" : "false";
    case QJsonValue::String:
        return value.toString().toUtf8();
    case QJsonValue::Double: {
        const QVariant number = value.toVariant(); // keeps integers above 2^53 exact
        if (number.typeId() == QMetaType::LongLong)
            return QByteArray::number(number.toLongLong());
        if (std::abs(number.toDouble()) >= exactUpTo)
            return std::nullopt;
        return QByteArray::number(number.toDouble(), 'g', QLocale::FloatingPointShortest);
    }
    default:
        return std::nullopt;
    }
}

bool hasText(const QJsonValue& value, const QByteArray& text)
{
    const auto own = scalarText(value);
    if (!own || *own == text || !value.isDouble())
        return own && *own == text;
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber && number == value.toDouble() && std::abs(number) < exactUpTo;
}

} // namespace dueline
