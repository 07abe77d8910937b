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

Result<std::vector<Command>> sampleCommands(const Description& description)
{
    std::vector<Command> commands;
    int number = 0;
    for (const QByteArray& line : description.sampleCommands.split('\n')) {
        ++number;
        if (line.startsWith('#'))
            continue;
        auto words = SampleLine(line).words();
        if (!words)
            return Error{ErrorCode::Usage,
                QStringLiteral("line %1 of the sample has a quote that is not closed; "
                               "in TOML, only ''' keeps backslashes")
                    .arg(number)};
        if (words->empty())
            continue;
        words->front() = words->front().toUpper();
        if (std::find(sampleVerbs.begin(), sampleVerbs.end(), words->front()) == sampleVerbs.end()) {
            return Error{ErrorCode::Usage,
                QStringLiteral("line %1 of the sample: the command %2 is not allowed; use %3")
                    .arg(number)
                    .arg(printable(words->front(), 40),
                        QString::fromLatin1(QByteArrayList(sampleVerbs.begin(), sampleVerbs.end()).join(", ")))};
        }
        const auto blocks = [](const QByteArray& word) { return word.compare("BLOCK", Qt::CaseInsensitive) == 0; };
        if (words->front() == "XREADGROUP" && std::any_of(words->begin() + 1, words->end(), blocks)) {
            return Error{ErrorCode::Usage,
                QStringLiteral("line %1 of the sample: XREADGROUP cannot wait with BLOCK; remove it").arg(number)};
        }
        commands.push_back(*std::move(words));
    }
    return commands;
}

} // namespace dueline
