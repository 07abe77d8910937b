// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/changelog.h"

#include <QFile>
#include <QRegularExpression>

namespace dueline {

namespace {

/// Removes the Markdown syntax of links and emphasis. Code keeps its backticks.
QString plainMarkdown(const QString& line)
{
    static const QRegularExpression link(QStringLiteral("\\[([^\\]]+)\\]\\([^)]*\\)"));
    static const QRegularExpression strong(QStringLiteral("\\*{1,2}([^*\\s][^*]*)\\*{1,2}"));
    QStringList parts = line.split(u'`');
    for (qsizetype i = 0; i < parts.size(); i += 2)
        parts[i].replace(link, QStringLiteral("\\1")).replace(strong, QStringLiteral("\\1"));
    return parts.join(u'`');
}

} // namespace

std::vector<VersionChanges> parseChangelog(const QString& markdown)
{
    std::vector<VersionChanges> versions;
    for (const QString& line : markdown.split(u'\n')) {
        const QString text = line.trimmed();
        if (line.startsWith(u"## ")) {
            static const QRegularExpression head(QStringLiteral("^## \\[?([^\\]\\s]+)\\]?(?:\\s+[-–]\\s+(\\S+))?"));
            const auto match = head.match(line);
            versions.push_back({match.captured(1), match.captured(2), {}});
        } else if (versions.empty()) {
            continue;
        } else if (line.startsWith(u"### ")) {
            versions.back().sections.push_back({text.mid(4), {}});
        } else if (versions.back().sections.empty() || text.isEmpty()) {
            continue;
        } else if (line.startsWith(u"- ")) {
            versions.back().sections.back().items << text.mid(2);
        } else if (!versions.back().sections.back().items.isEmpty()) {
            versions.back().sections.back().items.back() += u' ' + text;
        }
    }
    for (VersionChanges& version : versions) {
        for (VersionChanges::Section& section : version.sections) {
            for (QString& item : section.items)
                item = plainMarkdown(item);
        }
    }
    return versions;
}

std::vector<VersionChanges> compiledChangelog()
{
    QFile file(QStringLiteral(":/CHANGELOG.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return parseChangelog(QString::fromUtf8(file.readAll()));
}

} // namespace dueline
