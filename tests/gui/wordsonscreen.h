// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/describedlayout.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTabBar>
#include <QTimeZone>
#include <QXmlStreamReader>

#include <algorithm>
#include <vector>

/// Translation file contents, and all strings that a window shows or exposes to screen readers.
namespace dueline {

using namespace Qt::StringLiterals;

/// Text in a .ts file.
struct TextInFile
{
    QString context;
    QString source;
    QStringList translations; ///< one translation, or one per plural form
    bool numerus = false;
    QString type; ///< `unfinished`, `vanished` or empty
};

inline std::vector<TextInFile> messagesOf(const QString& path)
{
    std::vector<TextInFile> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement())
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            messages.push_back(TextInFile{context, {}, {}, xml.attributes().value("numerus"_L1) == u"yes", {}});
        } else if (xml.name() == u"source") {
            messages.back().source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            messages.back().type = xml.attributes().value("type"_L1).toString();
            if (!messages.back().numerus)
                messages.back().translations << xml.readElementText();
        } else if (xml.name() == u"numerusform") {
            messages.back().translations << xml.readElementText();
        }
    }
    return messages;
}

/// Returns the words in Latin script, except for names, keys and data.
inline QString englishWordsIn(QString text)
{
    const auto& shipped = shippedLayouts();
    if (std::any_of(shipped.begin(), shipped.end(),
            [&text](const LayoutType* type) { return text == QString::fromUtf8(type->forms().front().title); }))
        return {}; // a library's name
    if (QTimeZone::isTimeZoneIdAvailable(text.toUtf8()))
        return {};
    static const QRegularExpression allowed(
        u"code -g \\{file\\}:\\{line\\}|\\{.*\\}|#\\S+|· (name|data|class|args)\\b|：default$|(zset|cron|list|resend|pubsub|bullmq|bull|sidekiq):\\S+|Scroll "
        u"(Left|Right)|\\w+:/\\S+|\\b(Dueline|duectl( "
        u"(add|work|show)[^。]*)?|Redis|JSON|Markdown|CSV|UTF-8|URL|UTC(\\+\\d+)?|ID|Qt|Hex|GPL|Ctrl|"
        u"Shift|Alt|"
        u"Del|Return|Enter|Space|Esc|Tab|Home|End|PgUp|PgDown|Backspace|Left|Right|Up|Down|F\\d+|English|CPU|shop|"
        u"webhooks?|mail|images|reports|billing|vm|localhost|demo|state|failed|type|error|timeout|due|deliver|send|"
        u"echo|sleep|fail|command|MS|PERCENT|PROGRAM|ARGUMENTS|path|argument|exp|none|fixed|list|redis|unix|user|"
        u"native|auto|BullMQ|Bull|bull|Sidekiq|Celery|Laravel|Horizon|RQ|asynq|MailJob|namespace|ZSET|LIST|LPUSH|LPOP|RPOP|SET|PUBLISH|Cron|Unix|cli|jobs?|"
        u"tasks|delayed|task_queue|test_queue|new_job|lock_|"
        u"p50|p95|p99|tester|xxx|id|attempt|SSH|ssh|hourly|daily|weekly|monthly|yearly|every|nightly|mon|fri|Asia|Shanghai|MiB|gzip|zlib|zstd|base64|MessagePack|msgpack|PHP|php|serialize|pickle|json|protobuf|proto|Protocol|Buffers|zrange|info|card|password|CA|Sentinel|TLS|Webhook|Slack|JSON)\\b"_s);
    text.remove(allowed);
    QStringList left;
    static const QRegularExpression word(u"[A-Za-z]{3,}"_s);
    for (auto match = word.globalMatch(text); match.hasNext();)
        left << match.next().captured();
    return left.join(u' ');
}

/// Matches a Chinese character. In Unicode 16, \p{Han} also matches the middle dot.
inline const QRegularExpression& chineseCharacter()
{
    static const QRegularExpression han(u"[\\x{3400}-\\x{9fff}]"_s);
    return han;
}

/// Text and where it was found.
using TextOn = std::pair<QString, QString>;

inline void addTexts(std::vector<TextOn>& texts, const QAbstractItemModel& model, const QString& where)
{
    constexpr int rowsLookedAt = 200;
    constexpr int roles[] = {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole, Qt::AccessibleDescriptionRole};
    for (int column = 0; column < model.columnCount(); ++column) {
        for (const int role : roles) {
            texts.emplace_back(where + u" head"_s, model.headerData(column, Qt::Horizontal, role).toString());
            for (int row = 0; row < std::min(rowsLookedAt, model.rowCount()); ++row)
                texts.emplace_back(where + u" cell"_s, model.index(row, column).data(role).toString());
        }
    }
}

/// Scope of a text search: all widgets, or only the visible ones with their lists and tables.
enum class Words : quint8 { OfAll, OfShown };

/// Returns the strings that `root` and the widgets below it show or expose to screen readers, and the strings of all
/// actions.
inline std::vector<TextOn> textsOn(const QWidget& root, Words words = Words::OfAll)
{
    std::vector<TextOn> texts{{u"title"_s, root.windowTitle()}};
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (words == Words::OfShown && !widget->isVisibleTo(&root))
            continue;
        const QString where = QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
        for (const QString& text : {widget->accessibleName(), widget->accessibleDescription(), widget->toolTip()})
            texts.emplace_back(where, text);
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            texts.emplace_back(where, label->text());
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts.emplace_back(where, button->text());
        if (const auto* edit = qobject_cast<const QLineEdit*>(widget))
            texts.emplace_back(where, edit->placeholderText());
        if (const auto* menu = qobject_cast<const QMenu*>(widget))
            texts.emplace_back(where, menu->title());
        if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            for (int i = 0; i < box->count(); ++i)
                texts.emplace_back(where, box->itemText(i));
        }
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int i = 0; i < tabs->count(); ++i) {
                texts.emplace_back(where, tabs->tabText(i));
                texts.emplace_back(where, tabs->accessibleTabName(i));
            }
        }
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget);
            view && view->model() && words == Words::OfShown)
            addTexts(texts, *view->model(), where);
    }
    for (const QAction* action : root.findChildren<QAction*>()) {
        for (const QString& text : {action->text(), action->iconText(), action->toolTip(), action->statusTip()})
            texts.emplace_back(u"action "_s + action->objectName(), text);
    }
    // The only tags are those that plainTextToolTip() adds; it escapes the original text.
    static const QRegularExpression tags(u"<[^>]*>"_s);
    for (auto& [where, text] : texts) {
        if (text.startsWith(u"<qt>"))
            text.remove(tags);
    }
    std::erase_if(texts, [](const TextOn& on) { return on.second.isEmpty(); });
    return texts;
}

} // namespace dueline
