// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/stacktrace.h"

#include "core/queue/errors/errorcursor.h"

#include <algorithm>

namespace dueline {

namespace {

using Kind = StackLine::Kind;

qsizetype indentOf(QByteArrayView line)
{
    qsizetype indent = 0;
    while (indent < line.size() && (line[indent] == ' ' || line[indent] == '\t'))
        ++indent;
    return indent;
}

/// Returns the first `parts` path components after the last `marker`; empty if there is no marker.
QByteArray componentsAfter(const QByteArray& path, QByteArrayView marker, int parts)
{
    const qsizetype at = path.lastIndexOf(marker);
    if (at < 0)
        return {};
    const qsizetype from = at + marker.size();
    qsizetype end = from;
    for (; end < path.size(); ++end) {
        if (path[end] == '/' && --parts == 0)
            break;
    }
    return path.sliced(from, end - from);
}

/// Returns a gem's name without its version: `sidekiq-6.4.1` becomes `sidekiq`.
QByteArray withoutVersion(const QByteArray& name)
{
    for (qsizetype at = name.indexOf('-'); at >= 0; at = name.indexOf('-', at + 1)) {
        if (at + 1 < name.size() && isDigitByte(name[at + 1]))
            return name.first(at);
    }
    return name;
}

/// Returns the name of the library that a source file belongs to; empty for the application's files.
QByteArray libraryOf(QByteArrayView place)
{
    QByteArray path = place.toByteArray().replace('\\', '/');
    if (path.startsWith("node:") || path.startsWith("internal/")) {
        if (path.startsWith("internal/"))
            return "node:internal";
        const qsizetype end = std::min(path.indexOf('/') < 0 ? path.size() : path.indexOf('/'),
            path.indexOf(':', 5) < 0 ? path.size() : path.indexOf(':', 5));
        return path.first(end);
    }
    if (path == "<anonymous>" || path == "native" || path.startsWith("index "))
        return "javascript";
    if (path.startsWith("<frozen "))
        return "python";
    if (QByteArray name = componentsAfter(path, "/node_modules/", 1); !name.isEmpty())
        return name.startsWith('@') ? componentsAfter(path, "/node_modules/", 2) : name;
    for (const char* folder : {"/site-packages/", "/dist-packages/"}) {
        if (const QByteArray name = componentsAfter(path, folder, 1); !name.isEmpty())
            return name.first(name.indexOf(".py") < 0 ? name.size() : name.indexOf(".py"));
    }
    if (const QByteArray name = componentsAfter(path, "/gems/", 1); !name.isEmpty())
        return withoutVersion(name);
    if (const QByteArray name = componentsAfter(path, "/pkg/mod/", 3); !name.isEmpty())
        return name.first(name.indexOf('@') < 0 ? name.size() : name.indexOf('@'));
    if (const QByteArray name = componentsAfter(path, "/vendor/", 2); !name.isEmpty())
        return name;
    if (const QByteArray name = componentsAfter(path, "/usr/share/php/", 1); !name.isEmpty())
        return name.toLower();
    static constexpr std::pair<const char*, const char*> own[]{{"/lib/python3", "python"}, {"/lib/ruby/", "ruby"},
        {"/go/src/", "go"}, {"/lib/go-", "go"}, {"/lib/node/", "node"}};
    for (const auto& [folder, name] : own) {
        const qsizetype at = path.indexOf(folder);
        if (at >= 0 && (path.startsWith("/usr/") || path.startsWith("/opt/") || path.startsWith("/root/.")))
            return name;
    }
    return {};
}

/// Returns whether a text ends with a colon and a number, like `file:12` or `file:12:9`.
bool endsWithLine(QByteArrayView text)
{
    qsizetype at = text.size();
    while (at > 0 && isDigitByte(text[at - 1]))
        --at;
    return at > 1 && at < text.size() && text[at - 1] == ':';
}

TextPart partOf(QByteArrayView line, QByteArrayView part) { return {part.data() - line.data(), part.size()}; }

void setPlace(StackLine& line, QByteArrayView function, QByteArrayView place)
{
    line.isFrame = true;
    line.function = partOf(line.text, function);
    line.place = partOf(line.text, place);
    line.library = libraryOf(place);
    line.kind = line.library.isEmpty() ? Kind::Application : Kind::Library;
}

/// Parses a frame of JavaScript, `at function (file:12:9)` or `at file:12:9`, or of Java, `at
/// package.Class.method(File.java:12)`.
bool readAt(StackLine& line, QByteArrayView rest)
{
    if (!rest.startsWith("at "))
        return false;
    rest = rest.sliced(3);
    if (!rest.endsWith(')')) {
        const QByteArrayView place = rest.startsWith("async ") ? rest.sliced(6) : rest;
        if (!endsWithLine(place) || std::find(place.begin(), place.end(), ' ') != place.end())
            return false;
        setPlace(line, place.first(0), place);
        return true;
    }
    const qsizetype open = rest.lastIndexOf('(');
    if (open <= 0)
        return false;
    const QByteArrayView place = rest.sliced(open + 1, rest.size() - open - 2);
    const bool isJavaScript = rest[open - 1] == ' ';
    const bool isNative = place == "<anonymous>" || place == "native" || place == "Native Method"
        || place == "Unknown Source" || place.startsWith("index ");
    if (!endsWithLine(place) && !isNative)
        return false;
    QByteArrayView function = rest.first(isJavaScript ? open - 1 : open);
    for (const char* word : {"async ", "new "}) {
        if (function.startsWith(word))
            function = function.sliced(qsizetype(qstrlen(word)));
    }
    setPlace(line, function, place);
    static constexpr const char* java[]{"java.", "javax.", "jdk.", "sun.", "kotlin.", "scala."};
    for (const char* package : java) {
        if (!isJavaScript && function.startsWith(package)) {
            line.library = QByteArray(package).chopped(1);
            line.kind = Kind::Library;
        }
    }
    return true;
}

/// Parses a Python frame: `File "x.py", line 3, in run`.
bool readFile(StackLine& line, QByteArrayView rest)
{
    if (!rest.startsWith("File \""))
        return false;
    const QByteArrayView path = rest.sliced(6, std::max<qsizetype>(0, rest.indexOf('"', 6) - 6));
    const qsizetype number = rest.indexOf(", line ");
    if (path.isEmpty() || number < 0)
        return false;
    qsizetype end = number + 7;
    while (end < rest.size() && isDigitByte(rest[end]))
        ++end;
    const qsizetype name = rest.indexOf(", in ", end);
    setPlace(line, name < 0 ? rest.first(0) : rest.sliced(name + 5), path);
    line.place = partOf(line.text, rest.sliced(6, end - 6));
    return true;
}

/// Parses a Ruby frame: `/app/jobs/mail.rb:12:in 'perform'`.
bool readRuby(StackLine& line, QByteArrayView rest)
{
    if (rest.startsWith("from "))
        rest = rest.sliced(5);
    const qsizetype in = rest.indexOf(":in ");
    if (in <= 0 || !endsWithLine(rest.first(in)) || rest.size() < in + 7 || !rest.endsWith('\''))
        return false;
    const QByteArrayView place = rest.first(in);
    if (std::find(place.begin(), place.end(), ' ') != place.end())
        return false;
    setPlace(line, rest.sliced(in + 5, rest.size() - in - 6), place);
    return true;
}

/// Parses a PHP frame: `#0 /app/Mail.php(12): Mail->send()`.
bool readPhp(StackLine& line, QByteArrayView rest)
{
    if (!rest.startsWith('#') || rest.size() < 4 || !isDigitByte(rest[1]))
        return false;
    qsizetype from = 1;
    while (from < rest.size() && isDigitByte(rest[from]))
        ++from;
    rest = rest.sliced(from);
    if (!rest.startsWith(' '))
        return false;
    rest = rest.sliced(1);
    const qsizetype colon = rest.indexOf("): ");
    if (rest.startsWith("[internal function]: ")) {
        setPlace(line, rest.sliced(21), rest.first(19));
        line.library = "php";
        line.kind = Kind::Library;
        return true;
    }
    if (colon < 1 || colon < rest.indexOf('(') || !isDigitByte(rest[colon - 1]))
        return false;
    setPlace(line, rest.sliced(colon + 3), rest.first(colon + 1));
    return true;
}

/// Parses the second line of a Go frame: a tab and `/app/mail.go:12 +0x1d`.
bool readGo(StackLine& line, QByteArrayView rest)
{
    const qsizetype blank = rest.indexOf(' ');
    const QByteArrayView place = blank < 0 ? rest : rest.first(blank);
    if (!line.text.startsWith('\t') || !place.contains(".go:") || !endsWithLine(place)
        || (blank >= 0 && !rest.sliced(blank + 1).startsWith("+0x")))
        return false;
    setPlace(line, rest.first(0), place);
    return true;
}

bool readFrame(StackLine& line)
{
    QByteArrayView rest = line.text.sliced(indentOf(line.text));
    while (rest.endsWith(' '))
        rest = rest.chopped(1);
    return readAt(line, rest) || readFile(line, rest) || readRuby(line, rest) || readPhp(line, rest)
        || readGo(line, rest);
}

} // namespace

std::vector<StackLine> stackLinesOf(QByteArrayView error)
{
    std::vector<StackLine> lines;
    qsizetype sourceDeeperThan = -1; // indentation of the last Python frame; its source lines are indented further
    for (qsizetype from = 0; from <= error.size();) {
        const qsizetype found = error.indexOf('\n', from);
        const qsizetype end = found < 0 ? error.size() : found;
        StackLine line;
        line.text = error.sliced(from, end - from);
        if (line.text.endsWith('\r'))
            line.text = line.text.chopped(1);
        from = end + 1;
        const qsizetype indent = indentOf(line.text);
        if (readFrame(line)) {
            const QByteArrayView rest = line.text.sliced(indent);
            sourceDeeperThan = rest.startsWith("File \"") ? indent : -1;
            // Go puts the function's name on the line before its location.
            if (rest.contains(".go:") && line.text.startsWith('\t') && !lines.empty() && lines.back().kind == Kind::Text
                && lines.back().text.endsWith(')')) {
                StackLine& named = lines.back();
                named.kind = line.kind;
                named.library = line.library;
                named.function = {0, std::max<qsizetype>(0, named.text.lastIndexOf('('))};
            }
        } else if (sourceDeeperThan >= 0 && indent > sourceDeeperThan && indent < line.text.size()) {
            line.kind = lines.back().kind;
            line.library = lines.back().library;
        } else {
            sourceDeeperThan = -1;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::optional<SourcePlace> sourcePlaceOf(QByteArrayView place)
{
    // The line number follows the path: `x.js:12:9`, `x.rb:12`, `x.php(12)` or `x.py", line 12`.
    static constexpr QByteArrayView url = "file://";
    if (place.startsWith(url))
        place = place.sliced(url.size());
    if (!place.startsWith('/'))
        return std::nullopt;
    if (place.endsWith(')'))
        place.chop(1);
    const auto takeNumber = [&place] {
        qsizetype from = place.size();
        while (from > 0 && isDigitByte(place[from - 1]))
            --from;
        const QByteArrayView digits = place.sliced(from);
        place = place.first(from);
        return digits.toInt();
    };
    static constexpr QByteArrayView beforePythonLine = "\", line ";
    int line = takeNumber();
    if (place.endsWith(':')) {
        place.chop(1);
        const QByteArrayView before = place;
        const int first = takeNumber(); // if there are two numbers, the second is the column
        const bool hasColumn = first > 0 && place.endsWith(':');
        line = hasColumn ? first : line;
        place = hasColumn ? place.chopped(1) : before;
    } else if (place.endsWith('(')) {
        place.chop(1);
    } else if (place.endsWith(beforePythonLine)) {
        place.chop(beforePythonLine.size());
    } else {
        return std::nullopt;
    }
    if (line <= 0 || place.size() < 2)
        return std::nullopt;
    return SourcePlace{place.toByteArray(), line};
}

} // namespace dueline
