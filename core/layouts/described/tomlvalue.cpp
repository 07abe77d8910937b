// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/tomlvalue.h"

#include "core/base/text.h"

#include <algorithm>
#include <tuple>

// Include the parser's header only in this file: it takes seconds to compile. If a line ends after `[`, the parser
// reports an error, but one of its assertions also fails. So its assertions must neither end the program nor become
// optimizer assumptions in a release build.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace dueline {

namespace {

/// Maximum number of dots outside strings per line, because each dot may open a table.
constexpr int mostDotsInLine = 16;

QByteArray bytesOf(std::string_view text) { return {text.data(), qsizetype(text.size())}; }

TextPosition positionOf(const toml::source_region& region)
{
    return {std::max(1, int(region.begin.line)), std::max(1, int(region.begin.column))};
}

/// Scanner that checks a file before it is parsed. It rejects NUL bytes and deep nesting, so that no file can exhaust
/// the stack of a recursive parser or destructor.
class TomlGuard
{
public:
    explicit TomlGuard(const QByteArray& file)
        : m_file(file)
    { }

    Result<> check()
    {
        for (; m_at < m_file.size(); ++m_at, ++m_position.column) {
            const char c = m_file[m_at];
            if (c == '\0')
                return errorAt(m_position, QStringLiteral("the file contains a NUL byte; a layout must be plain text"));
            if (c == '\n') {
                endLine();
                continue;
            }
            if (m_quotes > 0)
                insideText(c);
            else if (!m_isComment && !outsideText(c))
                return errorAt(m_position, QStringLiteral("tables and lists are nested too deeply"));
        }
        return {};
    }

private:
    void endLine()
    {
        m_position = {m_position.line + 1, 0}; // the loop then advances to column 1
        m_dots = 0;
        m_isComment = false;
        if (m_quotes == 1)
            m_quotes = 0;
    }
    int quotesHere(char quote) const
    {
        int count = 0;
        while (count < 3 && m_at + count < m_file.size() && m_file[m_at + count] == quote)
            ++count;
        return count;
    }
    void skip(int further)
    {
        m_at += further;
        m_position.column += further;
    }
    void insideText(char c)
    {
        if (c == '\\' && m_quote == '"') {
            if (m_at + 1 < m_file.size() && m_file[m_at + 1] != '\n')
                skip(1);
            return;
        }
        if (c != m_quote)
            return;
        if (m_quotes == 1) {
            m_quotes = 0;
        } else if (quotesHere(c) == 3) {
            skip(2);
            // skip quotes directly before the closing quotes
            while (m_at + 1 < m_file.size() && m_file[m_at + 1] == c)
                skip(1);
            m_quotes = 0;
        }
    }
    bool outsideText(char c)
    {
        if (c == '#') {
            m_isComment = true;
        } else if (c == '"' || c == '\'') {
            const int quotes = quotesHere(c);
            m_quote = c;
            m_quotes = quotes == 3 ? 3 : 1;
            if (quotes == 3)
                skip(2);
        } else if (c == '.') {
            return ++m_dots <= mostDotsInLine;
        } else if (c == '[' || c == '{') {
            return ++m_brackets <= TomlValue::mostDepth;
        } else if (c == ']' || c == '}') {
            m_brackets = std::max(0, m_brackets - 1);
        }
        return true;
    }

    const QByteArray& m_file;
    qsizetype m_at = 0;
    TextPosition m_position;
    char m_quote = '"';
    int m_quotes = 0; ///< number of quotes that opened the current string; 0 outside strings
    int m_dots = 0;
    int m_brackets = 0;
    bool m_isComment = false;
};

/// Converts the parsed file to TomlValue, so that other source files don't need the parser's header.
class TomlCopy
{
public:
    Result<TomlValue> of(const toml::node& node, TextPosition at, int depth)
    {
        TomlValue value;
        value.at = at;
        if (++m_values > TomlValue::mostValues)
            return errorAt(at, QStringLiteral("the file has more than %1 values").arg(TomlValue::mostValues));
        if (depth > TomlValue::mostDepth)
            return errorAt(at, QStringLiteral("tables and lists are nested too deeply"));
        if (const auto* table = node.as_table())
            return ofTable(*table, std::move(value), depth);
        if (const auto* array = node.as_array()) {
            value.kind = TomlValue::Kind::Array;
            for (const toml::node& item : *array) {
                auto copied = of(item, positionOf(item.source()), depth + 1);
                if (!copied)
                    return copied;
                value.items.push_back(*std::move(copied));
            }
        } else if (const auto* text = node.as_string()) {
            value.kind = TomlValue::Kind::Text;
            value.text = bytesOf(text->get());
            if (value.text.contains('\0'))
                return errorAt(at, QStringLiteral("a string contains a NUL; a layout must be plain text"));
        } else if (const auto* integer = node.as_integer()) {
            value.kind = TomlValue::Kind::Integer;
            value.integer = integer->get();
        } else if (const auto* number = node.as_floating_point()) {
            value.kind = TomlValue::Kind::Number;
            value.number = number->get();
        } else if (const auto* boolean = node.as_boolean()) {
            value.kind = TomlValue::Kind::Boolean;
            value.boolean = boolean->get();
        } else {
            return errorAt(at, QStringLiteral("a layout cannot contain dates; write a string or a number"));
        }
        return value;
    }

private:
    Result<TomlValue> ofTable(const toml::table& table, TomlValue value, int depth)
    {
        value.kind = TomlValue::Kind::Table;
        for (const auto& [key, node] : table) {
            TextPosition at = positionOf(key.source());
            // Use the position of the table's header, not that of a part of its name.
            if (node.is_table() && !node.as_table()->is_inline())
                at = positionOf(node.source());
            auto copied = of(node, at, depth + 1);
            if (!copied)
                return copied;
            if (key.str().find('\0') != std::string_view::npos)
                return errorAt(at, QStringLiteral("a name contains a NUL; a layout must be plain text"));
            value.entries.push_back({bytesOf(key.str()), *std::move(copied)});
        }
        // The parser sorts entries by name. Restore the file's order.
        std::stable_sort(value.entries.begin(), value.entries.end(), [](const auto& a, const auto& b) {
            return std::tie(a.value.at.line, a.value.at.column) < std::tie(b.value.at.line, b.value.at.column);
        });
        return value;
    }

    int m_values = 0;
};

} // namespace

Error errorAt(TextPosition at, const QString& sentence)
{
    return {ErrorCode::Usage, QStringLiteral("line %1, column %2: %3").arg(at.line).arg(at.column).arg(sentence)};
}

Result<TomlValue> TomlValue::parse(const QByteArray& file)
{
    if (file.size() > mostBytes) {
        return errorAt(
            {}, QStringLiteral("the file is larger than %1, the limit for layout files").arg(formatBytes(mostBytes)));
    }
    if (const auto checked = TomlGuard(file).check(); !checked)
        return checked.error();
    try {
        const toml::table parsed = toml::parse(std::string_view(file.constData(), std::size_t(file.size())));
        return TomlCopy().of(parsed, {}, 0);
    } catch (const toml::parse_error& error) {
        return errorAt(positionOf(error.source()),
            QStringLiteral("this is not TOML: %1").arg(printable(bytesOf(error.description()))));
    }
}

const TomlValue* TomlValue::find(QByteArrayView key) const
{
    const auto found
        = std::find_if(entries.begin(), entries.end(), [key](const Entry& entry) { return entry.key == key; });
    return found == entries.end() ? nullptr : &found->value;
}

} // namespace dueline
