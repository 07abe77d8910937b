// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonValue>

#include <optional>
#include <vector>

namespace dueline {

/// Path of a member in a JSON document: `$.customer.id`, `$.items[].sku`, `$[0]`, `$["a.b"]`. `[]` stands for every
/// item of an array.
class JsonPath
{
public:
    /// One step into the document: to the member `name`, to the item `index`, or to every item.
    struct Step
    {
        QString name;
        std::optional<qsizetype> index = {};
        bool isEveryItem = false;

        bool operator==(const Step&) const = default;
    };

    static constexpr std::size_t deepest = 32; ///< maximum number of steps

    JsonPath() = default;
    /// Creates a path to the member `name` of the values at this path.
    JsonPath member(const QString& name) const { return with({name}); }
    JsonPath item(qsizetype index) const { return with({{}, index}); }
    JsonPath everyItem() const { return with({{}, {}, true}); }

    /// Parses the path at the beginning of a text. The path ends at the end of the text or before `=`. Returns the path
    /// and the number of characters read. Errors: Usage.
    static Result<std::pair<JsonPath, qsizetype>> parseBeginning(QStringView text);
    /// Parses a complete text. Errors: Usage.
    static Result<JsonPath> parse(QStringView text);

    /// Returns the path as text that parse() accepts.
    QByteArray text() const;
    const std::vector<Step>& steps() const { return m_steps; }
    /// Returns the values at the path; empty if the document has none.
    std::vector<QJsonValue> valuesIn(const QJsonValue& document) const;

    bool operator==(const JsonPath&) const = default;

private:
    JsonPath with(Step step) const;

    std::vector<Step> m_steps;
};

/// Returns the document of a payload; nullopt if it is not a JSON object or array.
std::optional<QJsonValue> jsonDocument(QByteArrayView payload);
/// Returns the text of a string, number, boolean or null, without quotes; nullopt for an object, an array or a number
/// that cannot be represented exactly.
std::optional<QByteArray> scalarText(const QJsonValue& value);
/// Returns whether a value has this text, or is the number that the text denotes.
bool hasText(const QJsonValue& value, const QByteArray& text);

} // namespace dueline
