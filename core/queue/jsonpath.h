// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QJsonValue>

#include <optional>
#include <vector>

namespace dueline {

/// Path to a member of a JSON document: `$.customer.id`, `$.items[].sku`, `$[0]`, `$["a.b"]`. `[]` stands for every
/// item of an array.
class JsonPath
{
public:
    /// Step into the document: to the member `name`, the item `index`, or every item.
    struct Step
    {
        QString name;
        std::optional<qsizetype> index = {};
        bool isEveryItem = false;

        bool operator==(const Step&) const = default;
    };

    static constexpr std::size_t deepest = 32; ///< maximum number of steps

    JsonPath() = default;
    /// Returns the path to the member `name` of this path's values.
    JsonPath member(const QString& name) const { return with({name}); }
    JsonPath item(qsizetype index) const { return with({{}, index}); }
    JsonPath everyItem() const { return with({{}, {}, true}); }

    /// Parses the path at the start of a text. The path ends before `=` or at the end. Returns the path and the number
    /// of characters read. Errors: Usage.
    static Result<std::pair<JsonPath, qsizetype>> parseBeginning(QStringView text);
    /// Parses a complete text. Errors: Usage.
    static Result<JsonPath> parse(QStringView text);

    /// Returns the path in parse()'s format.
    QByteArray text() const;
    const std::vector<Step>& steps() const { return m_steps; }
    /// Returns the values at the path; empty if there are none.
    std::vector<QJsonValue> valuesIn(const QJsonValue& document) const;

    bool operator==(const JsonPath&) const = default;

private:
    JsonPath with(Step step) const;

    std::vector<Step> m_steps;
};

/// Parses a payload's JSON document; nullopt if it isn't a JSON object or array.
std::optional<QJsonValue> jsonDocument(QByteArrayView payload);
/// Returns the text of a string, number, boolean or null, without quotes; nullopt for an object, an array or a number
/// that has no exact representation.
std::optional<QByteArray> scalarText(const QJsonValue& value);
/// Returns whether a value has this text, or is the number that the text stands for.
bool hasText(const QJsonValue& value, const QByteArray& text);

} // namespace dueline
