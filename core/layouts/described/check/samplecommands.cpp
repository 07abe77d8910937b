// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/check/samplecommands.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

const std::vector<QByteArray> sampleVerbs{
    "SET", "HSET", "ZADD", "LPUSH", "RPUSH", "SADD", "XADD", "XGROUP", "XREADGROUP", "EXPIRE", "PEXPIRE"};

/// Splits a line into words.
class SampleLine
{
public:
    explicit SampleLine(QByteArrayView line)
        : m_line(line)
    { }

    /// Returns the words; nullopt if a quote isn't closed.
    std::optional<Command> words()
    {
        Command words;
        while (skipBlanks()) {
            QByteArray word;
            if (m_line[m_at] != '"') {
                while (m_at < m_line.size() && m_line[m_at] != ' ')
                    word += m_line[m_at++];
            } else if (!readQuoted(word)) {
                return std::nullopt;
            }
            words.push_back(word);
        }
        return words;
    }

private:
    bool skipBlanks()
    {
        while (m_at < m_line.size() && m_line[m_at] == ' ')
            ++m_at;
        return m_at < m_line.size();
    }
    bool readQuoted(QByteArray& word)
    {
        for (++m_at; m_at < m_line.size(); ++m_at) {
            const char c = m_line[m_at];
            if (c == '"') {
                ++m_at;
                return m_at == m_line.size() || m_line[m_at] == ' ';
            }
            if (c != '\\' || m_at + 1 >= m_line.size()) {
                word += c;
                continue;
            }
            const char escaped = m_line[++m_at];
            const QByteArrayView digits = m_line.sliced(m_at + 1, std::min<qsizetype>(2, m_line.size() - m_at - 1));
            bool isHex = false;
            const int code = escaped == 'x' && digits.size() == 2 ? digits.toByteArray().toInt(&isHex, 16) : 0;
            if (isHex) {
                word += char(code);
                m_at += 2;
            } else {
                word += escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped == 't' ? '\t' : escaped;
            }
        }
        return false;
    }

    QByteArrayView m_line;
    qsizetype m_at = 0;
};

} // namespace

Result<std::vector<Command>> sampleCommands(const Description& description, std::vector<TextPosition>* positions)
{
    std::vector<Command> commands;
    // The text of a block begins on the line after its opening quotes.
    TextPosition at{description.sampleAt.line - (description.sampleCommands.contains('\n') ? 0 : 1), 1};
    for (const QByteArray& line : description.sampleCommands.split('\n')) {
        ++at.line;
        if (line.startsWith('#'))
            continue;
        auto words = SampleLine(line).words();
        if (!words)
            return errorAt(at, QStringLiteral("a quote is not closed; in TOML, only ''' keeps backslashes"));
        if (words->empty())
            continue;
        words->front() = words->front().toUpper();
        if (std::find(sampleVerbs.begin(), sampleVerbs.end(), words->front()) == sampleVerbs.end()) {
            return errorAt(at,
                QStringLiteral("a sample cannot contain the command %1; use %2")
                    .arg(printable(words->front(), 40),
                        QString::fromLatin1(QByteArrayList(sampleVerbs.begin(), sampleVerbs.end()).join(", "))));
        }
        const auto blocks = [](const QByteArray& word) { return word.compare("BLOCK", Qt::CaseInsensitive) == 0; };
        if (words->front() == "XREADGROUP" && std::any_of(words->begin() + 1, words->end(), blocks)) {
            return errorAt(at, QStringLiteral("in a sample, XREADGROUP cannot wait with BLOCK; remove it"));
        }
        commands.push_back(*std::move(words));
        if (positions)
            positions->push_back(at);
    }
    return commands;
}

} // namespace dueline
