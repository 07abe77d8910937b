// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorhost.h"

namespace dueline {

namespace {

constexpr qsizetype shortestHost = 5;

/// Domain endings that are rare in module names.
constexpr std::array<QByteArrayView, 60> hostEndings{"com", "org", "net", "edu", "gov", "mil", "int", "info", "biz",
    "arpa", "dev", "app", "cloud", "online", "site", "shop", "store", "io", "co", "ai", "eu", "us", "uk", "de", "fr",
    "nl", "es", "it", "pl", "se", "no", "fi", "dk", "ch", "at", "be", "ca", "br", "mx", "au", "nz", "jp", "cn", "hk",
    "tw", "kr", "sg", "ru", "za", "internal", "intern", "local", "localdomain", "lan", "corp", "svc", "cluster", "test",
    "example", "invalid"};
/// Words that precede a host name. The ones in the second list need a "to" after them.
constexpr std::array<QByteArrayView, 16> beforeHost{"host", "hostname", "server", "node", "peer", "domain", "lookup",
    "resolve", "resolving", "getaddrinfo", "enotfound", "econnrefused", "econnreset", "etimedout", "ehostunreach",
    "upstream"};
constexpr std::array<QByteArrayView, 8> beforeToHost{
    "connect", "connects", "connected", "connecting", "reconnect", "connection", "route", "connections"};
/// Source file extensions, which don't end host names.
constexpr std::array<QByteArrayView, 20> fileEndings{"js", "mjs", "cjs", "jsx", "ts", "tsx", "py", "rb", "php", "java",
    "kt", "go", "rs", "cs", "cpp", "jar", "json", "yaml", "yml", "html"};

/// Returns whether the words before the cursor usually precede a host: "lookup db.shop", "connect to db.shop".
bool isBehindWordOfHosts(const ErrorCursor& cursor)
{
    char parted = '\0';
    const QByteArrayView word = cursor.wordBefore(parted);
    if (parted == '\0' || word.compare("to", Qt::CaseInsensitive) != 0)
        return parted != '\0' && isOneOf(beforeHost, word);
    const QByteArrayView out(cursor.out);
    return isOneOf(beforeToHost, wordThatEnds(out.first(out.lastIndexOf(word)).trimmed()));
}

} // namespace

qsizetype hostNameAt(const ErrorCursor& cursor)
{
    const qsizetype at = cursor.place;
    qsizetype length = cursor.run(at, [](char c) { return isAlnumByte(c) || c == '.' || c == '-'; });
    while (length > 0 && !isAlnumByte(cursor.byteAt(at + length - 1)))
        --length;
    const QByteArrayView name = cursor.line.sliced(at, length);
    const qsizetype dot = name.lastIndexOf('.');
    const char next = cursor.byteAt(at + length);
    if (dot <= 0 || length < shortestHost || length - dot < 3 || name.contains("..") || next == '_' || next == '('
        || std::any_of(name.begin(), name.end(), isUpperByte)
        || !std::all_of(name.begin() + dot + 1, name.end(), isLowerByte) || isOneOf(fileEndings, name.sliced(dot + 1)))
        return 0;
    const qsizetype port = next == ':' ? cursor.run(at + length + 1, isDigitByte) : 0;
    const bool isHost = port > 0 || name.contains('-') || std::any_of(name.begin(), name.end(), isDigitByte)
        || isOneOf(hostEndings, name.sliced(dot + 1)) || isBehindWordOfHosts(cursor);
    return !isHost ? 0 : length + (port > 0 ? 1 + port : 0);
}

bool isOfUrl(char c) { return c > ' ' && !QByteArrayView("\"'`<>(){}[],;").contains(c); }

ErrorUrl urlAt(const ErrorCursor& cursor)
{
    const qsizetype name = cursor.run(cursor.place, isLetterByte);
    const qsizetype from = cursor.place + name + 3;
    if (name == 0 || !cursor.line.sliced(cursor.place + name).startsWith("://") || !isOfUrl(cursor.byteAt(from)))
        return {};
    const auto isOfPath = [](char c) { return isOfUrl(c) && c != '?' && c != '#'; };
    qsizetype host = from + cursor.run(from, [&](char c) { return isOfPath(c) && c != '/'; });
    while (host > from && !isAlnumByte(cursor.byteAt(host - 1))) // leave out the period at the end of a sentence
        --host;
    const qsizetype path = host + cursor.run(host, isOfPath);
    return {from, host, path, path + cursor.run(path, isOfUrl)};
}

} // namespace dueline
