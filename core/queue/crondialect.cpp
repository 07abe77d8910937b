// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/crondialect.h"

#include "core/base/nearestword.h"
#include "core/base/text.h"
#include "core/queue/cronschedule.h"

#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace dueline {

namespace {

struct DialectField
{
    const char* name;
    int least;
    int most;
};
constexpr std::array dialectFields{DialectField{"minute", 0, 59}, DialectField{"hour", 0, 23},
    DialectField{"day of the month", 1, 31}, DialectField{"month", 1, 12}, DialectField{"day of the week", 0, 7}};

QByteArray mended(const QByteArray& expression);

/// Returns `; write "X"`, where X is the expression in Dueline's dialect; empty if it can't be translated.
QString proposal(const QByteArray& expression)
{
    const QByteArray proposed = CronSchedule::parse(expression) ? expression : mended(expression);
    if (!CronSchedule::parse(proposed))
        return {};
    return QStringLiteral("; write \"%1\"").arg(printable(proposed, 80));
}

QString proposal(QList<QByteArray> fields, qsizetype at, const QByteArray& field)
{
    fields[at] = field;
    return proposal(fields.join(' '));
}

/// Reports invisible characters, and characters that look like valid ones.
QString ofStrangeSigns(const QString& text)
{
    static const QRegularExpression invisible(QStringLiteral("[\\x{200b}-\\x{200f}\\x{2060}\\x{feff}\\x{00ad}]"));
    for (const QChar c : text) {
        if (c.unicode() < 0x80)
            continue;
        QString plain = halfWidth(text).remove(invisible).simplified();
        plain.replace(QChar(0x2013), u'-')
            .replace(QChar(0x2014), u'-')
            .replace(QChar(0x2212), u'-'); // dashes that editors insert
        const QString code = QStringLiteral("U+%1").arg(c.unicode(), 4, 16, QLatin1Char('0')).toUpper();
        const QString what = c.unicode() == 0xa0 ? QStringLiteral("a no-break space (%1)").arg(code)
            : c.isSpace()                        ? QStringLiteral("an unusual space character (%1)").arg(code)
            : invisible.match(c).hasMatch()      ? QStringLiteral("an invisible character (%1)").arg(code)
            : c >= QChar(0xff01) && c <= QChar(0xff5e)
            ? QStringLiteral("a full-width character (%1)").arg(code)
            : QStringLiteral("\"%1\" (%2)").arg(printable(QString(c).toUtf8(), 10), code);
        // Propose only plain ASCII: anything else would cause the same message again.
        const bool isPlain = std::all_of(plain.begin(), plain.end(), [](QChar sign) { return sign.unicode() < 0x80; });
        return QStringLiteral("it has %1%2.").arg(what, isPlain ? proposal(plain.toUtf8()) : QString());
    }
    return {};
}

struct StrangeField
{
    QString why; ///< end of a sentence that explains the construct; empty if it is standard
    QByteArray mended; ///< equivalent in Dueline's dialect; empty if there is none
};

/// Explains a construct such as `5/15`, `22-6` or `L` in one of the five fields.
StrangeField strangeIn(const QList<QByteArray>& fields, qsizetype at)
{
    const DialectField& field = dialectFields[std::size_t(at)];
    const QByteArray text = fields[at];
    const QByteArray upper = text.toUpper();
    if (text == "?")
        return {QStringLiteral("is Quartz syntax for any value"), "*"};
    if (text.contains('#'))
        return {
            QStringLiteral(
                "is Quartz syntax for the nth such weekday of the month, which five fields cannot express; use only the day of the week, and let the task check the date"),
            {}};
    static const QRegularExpression jenkins(QStringLiteral("^H(\\([0-9]+-[0-9]+\\))?(/([0-9]+))?$"));
    if (const auto match = jenkins.match(QString::fromUtf8(upper)); match.hasMatch()) {
        const QByteArray step = match.captured(3).toLatin1();
        return {QStringLiteral("is a number that Jenkins chooses; choose a number yourself"),
            step.isEmpty() ? QByteArray(at == 0 ? "17" : "3") : QByteArray("*/" + step)};
    }
    static const QRegularExpression last(
        QStringLiteral("^(L(-[0-9]+)?W?|[0-9]+[LW]|LW|(SUN|MON|TUE|WED|THU|FRI|SAT)L)$"));
    if (at != 3 && last.match(QString::fromUtf8(upper)).hasMatch()) {
        if (upper.contains('W'))
            return {
                QStringLiteral(
                    "is Quartz syntax for the nearest working day, which five fields cannot express; use a range of days, such as \"1-3\", and let the task check the date"),
                {}};
        return {at == 2
                ? QStringLiteral(
                    "is Quartz syntax for the last day, which five fields cannot express: use \"28-31\" and let the task check whether tomorrow is the first; or use day \"1\"")
                : QStringLiteral(
                    "is Quartz syntax for the last such weekday of the month, which five fields cannot express; use only the day of the week, and let the task check the date"),
            {}};
    }
    QByteArrayList parts;
    QString why;
    for (const QByteArray& part : text.split(',')) {
        static const QRegularExpression from(QStringLiteral("^([0-9]+)/([0-9]+)$"));
        static const QRegularExpression range(
            QStringLiteral("^([0-9a-z]+)-([0-9a-z]+)$"), QRegularExpression::CaseInsensitiveOption);
        static const QRegularExpression longName(
            QStringLiteral("^(sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]+$"),
            QRegularExpression::CaseInsensitiveOption);
        const QString word = QString::fromUtf8(part);
        if (const auto match = from.match(word); match.hasMatch()) {
            why = QStringLiteral("is Quartz syntax for a start value and a step");
            parts << match.captured(1).toLatin1() + '-' + QByteArray::number(at == 4 ? 6 : field.most) + '/'
                    + match.captured(2).toLatin1();
            continue;
        }
        if (const auto match = range.match(word); match.hasMatch()) {
            const auto numberOf = [&](const QByteArray& end) {
                static const QByteArrayList weekdays{"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
                static const QByteArrayList months{
                    "", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
                bool digits = false;
                const int number = end.toInt(&digits);
                return digits ? number : int((at == 4 ? weekdays : months).indexOf(end.toLower()));
            };
            const QByteArray first = match.captured(1).toLatin1();
            const QByteArray second = match.captured(2).toLatin1();
            const int begin = numberOf(first);
            const int end = numberOf(second);
            if (begin > end && end >= field.least && begin <= field.most) {
                why = QStringLiteral("runs backwards");
                const QByteArray top = QByteArray::number(field.most);
                parts << (begin == field.most ? top : QByteArray(first + '-' + top));
                // weekdays continue with Monday: the first part already includes Sunday as 7
                const int again = at == 4 ? 1 : field.least;
                if (end >= again)
                    parts << (end == again ? QByteArray::number(end)
                                           : QByteArray(QByteArray::number(again) + '-' + second));
                continue;
            }
        }
        if (const auto match = longName.match(word); match.hasMatch()) {
            why = QStringLiteral("must be a three-letter name");
            parts << match.captured(1).toLatin1();
            continue;
        }
        parts << part;
    }
    return {why, why.isEmpty() ? QByteArray() : parts.join(',')};
}

QString ofField(const QList<QByteArray>& fields, qsizetype at)
{
    const auto [why, instead] = strangeIn(fields, at);
    if (why.isEmpty())
        return {};
    return QStringLiteral("the %1 \"%2\" %3%4.")
        .arg(QLatin1StringView(dialectFields[std::size_t(at)].name), printable(fields[at], 40), why,
            instead.isEmpty() ? QString() : proposal(fields, at, instead));
}

/// Result of reducing six or seven fields to five.
struct Readings
{
    bool hasSeconds = false;
    bool hasYear = false;
    QList<QByteArray> five; ///< the five fields left without seconds and year
};

/// Returns whether five fields can be a Quartz expression, with `?` in one of the two day fields.
bool canBeFive(const QList<QByteArray>& five)
{
    QList<QByteArray> here;
    for (qsizetype at = 0; at < five.size(); ++at) {
        if (five[at] == "?" && at != 2 && at != 4)
            return false;
        QByteArray field = five[at] == "?" ? QByteArray("*") : five[at];
        // strangeIn() also suggests replacements for other dialects' constructs.
        const auto [why, instead] = strangeIn(five, at);
        here << (why.isEmpty() || field == "*" ? field : instead.isEmpty() ? QByteArray("*") : instead);
    }
    return CronSchedule::parse(here.join(' ')).ok();
}

/// Finds the extra fields. Quartz and Spring put seconds first, EventBridge appends a year (`*` for any year), and
/// Quartz allows both.
Readings readingsOf(const QList<QByteArray>& fields)
{
    static const QRegularExpression year(QStringLiteral("^(19|20)[0-9]{2}([-,/][0-9]+)*$"));
    if (fields.size() == 7)
        return {true, true, fields.mid(1, 5)};
    const bool isYear = year.match(QString::fromUtf8(fields.last())).hasMatch();
    const bool mayBeYear = fields.last() == "*" && canBeFive(fields.first(5)) && !canBeFive(fields.mid(1));
    if (isYear || mayBeYear)
        return {false, true, fields.first(5)};
    return {true, false, fields.mid(1)};
}

/// Returns whether the day of the week uses Quartz's numbering, where Sunday is 1 instead of 0.
bool countsDaysOtherwise(const QList<QByteArray>& fields, const QByteArray& weekday)
{
    static const QRegularExpression digits(QStringLiteral("[0-9]"));
    return fields.contains("?") && digits.match(QString::fromUtf8(weekday)).hasMatch();
}

/// Explains an expression with six or seven fields: seconds first, a year last, or both.
QString ofMoreFields(const QList<QByteArray>& fields)
{
    auto [hasSeconds, hasYear, five] = readingsOf(fields);
    for (QByteArray& field : five) {
        if (field == "?")
            field = "*";
    }
    const bool noYear = !hasYear || fields.last() == "*";
    const QString extra = hasSeconds && hasYear ? QStringLiteral("seconds at the start and a year at the end")
        : hasSeconds                            ? QStringLiteral("seconds at the start")
                                                : QStringLiteral("a year at the end");
    QString text = QStringLiteral("it has %1 fields instead of 5, including %2, as in %3")
                       .arg(fields.size())
                       .arg(extra, hasSeconds ? QStringLiteral("Quartz or Spring") : QStringLiteral("EventBridge"));
    if (countsDaysOtherwise(fields, five[4]))
        return text
            + QStringLiteral(
                ". Remove them, replace ? with *, and use names for days of the week: Sunday is 1 there and 0 here.");
    static const QRegularExpression everySeconds(QStringLiteral("^(\\*|0)/([0-9]{1,2})$"));
    if (hasSeconds && five.count("*") == 5) {
        const auto match = everySeconds.match(QString::fromUtf8(fields.first()));
        if (match.hasMatch())
            return text + proposal("@every " + match.captured(2).toLatin1() + "s") + u'.';
        if (fields.first() == "*")
            return text + proposal("@every 1s") + u'.';
    }
    if (hasSeconds && fields.first() != "0" && fields.first() != "00")
        return text
            + QStringLiteral(
                ". Schedules have a resolution of one minute; for seconds use @every, as in \"@every 90s\".");
    if (!noYear)
        return text
            + QStringLiteral(". A year is not supported%1; disable the schedule later.").arg(proposal(five.join(' ')));
    return text + proposal(five.join(' ')) + u'.';
}

/// Matches a time zone at the start, followed by an expression.
QRegularExpressionMatch zoneBefore(const QByteArray& text)
{
    static const QRegularExpression zone(QStringLiteral("^(CRON_TZ|TZ)=(\\S+)\\s*(.*)$"));
    return zone.match(QString::fromUtf8(text));
}

bool isQuoted(const QByteArray& text)
{
    return text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
}

/// Returns an equivalent five-field expression, even if the original mixes dialects; empty if there is none.
QByteArray mended(const QByteArray& expression)
{
    QByteArray text = expression.simplified();
    if (isQuoted(text))
        text = text.mid(1, text.size() - 2).simplified();
    if (const auto match = zoneBefore(text); match.hasMatch())
        text = match.captured(3).toUtf8();
    QList<QByteArray> fields = text.split(' ');
    if (fields.size() == 6 || fields.size() == 7) {
        const auto [hasSeconds, hasYear, five] = readingsOf(fields);
        const bool dropsNothing = (!hasSeconds || fields.first() == "0" || fields.first() == "00")
            && (!hasYear || fields.last() == "*") && !countsDaysOtherwise(fields, five[4]);
        if (!dropsNothing)
            return {};
        fields = five;
    }
    if (fields.size() != 5)
        return {};
    const QList<QByteArray> strange = fields;
    for (qsizetype at = 0; at < 5; ++at) {
        const auto [why, instead] = strangeIn(strange, at);
        if (why.isEmpty())
            continue;
        if (instead.isEmpty())
            return {};
        fields[at] = instead;
    }
    return fields.join(' ');
}

QString ofMacro(const QByteArray& word)
{
    if (word.toLower() == "@reboot")
        return QStringLiteral(
            "@reboot is not supported. To run a task at startup, add it from a service that starts with the machine (duectl add).");
    const QByteArray near = nearestWord(
        word.toLower(), {"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"});
    if (near.isEmpty())
        return {};
    return QStringLiteral("this word is unknown. Did you mean %1?").arg(QString::fromUtf8(near));
}

} // namespace

QString otherCronDialect(const QByteArray& expression)
{
    const QByteArray text = expression.left(400).simplified();
    // The leading space preserves a byte order mark, which fromUtf8() would remove.
    if (const QString strange = ofStrangeSigns(QString::fromUtf8(' ' + text).sliced(1)); !strange.isEmpty())
        return strange;
    if (isQuoted(text))
        return QStringLiteral("it is enclosed in quotes%1.").arg(proposal(text.mid(1, text.size() - 2)));
    if (const auto match = zoneBefore(text); match.hasMatch()) {
        return QStringLiteral("%1= is not supported here%2; set the time zone %3 separately (--zone %3).")
            .arg(match.captured(1), proposal(match.captured(3).toUtf8()), printable(match.captured(2).toUtf8(), 60));
    }
    if (text.startsWith('@'))
        return text.contains(' ') ? QString() : ofMacro(text);
    const QList<QByteArray> fields = text.split(' ');
    if (fields.size() == 6 || fields.size() == 7)
        return ofMoreFields(fields);
    if (fields.size() != 5)
        return {};
    for (qsizetype at = 0; at < 5; ++at) {
        if (const QString found = ofField(fields, at); !found.isEmpty())
            return found;
    }
    return {};
}

} // namespace dueline
