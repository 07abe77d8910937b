// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/tomlvalue.h"

#include <vector>

namespace dueline {

/// Returns the smallest valid layout file, for tests to append lines to.
inline QByteArray smallestLayout()
{
    return "dueline-layout = 1\n"
           "name = \"orders\"\n"
           "[queues]\n"
           "names = [\"jobs\"]\n"
           "[place.home]\n"
           "state = \"scheduled\"\n"
           "zset = \"jobs\"\n"
           "score = \"s\"\n";
}

/// Returns a layout file whose queues are found by a scan, with these lines at the end of its place.
inline QByteArray layoutWithPlace(const QByteArray& lines)
{
    return "dueline-layout = 1\nname = \"orders\"\n[queues]\nscan = \"q:<queue>\"\n[place.home]\nstate = \"due\"\n"
        + lines;
}

/// Returns layout files that must be refused with a position, by what is wrong with them.
inline std::vector<std::pair<const char*, QByteArray>> hostileLayouts()
{
    const QByteArray smallest = smallestLayout();
    const auto withPlace = layoutWithPlace;
    std::vector<std::pair<const char*, QByteArray>> files;
    const auto row = [&files](const char* name, const QByteArray& file) { files.emplace_back(name, file); };
    row("10 MB", smallest + QByteArray("# padding\n").repeated(1024 * 1024));
    row("long line", "a = \"" + QByteArray("a").repeated(TomlValue::mostBytes) + "\"\n");
    row("many keys", [&] {
        QByteArray file = smallest;
        for (int i = 0; i < 6000; ++i)
            file += "k" + QByteArray::number(i) + " = 1\n";
        return file;
    }());
    row("deep lists", "a = " + QByteArray("[").repeated(100'000));
    row("deep lists, closed", "a = " + QByteArray("[").repeated(1000) + QByteArray("]").repeated(1000) + "\n");
    row("deep lists, spread", "a = " + QByteArray("[\n").repeated(1000) + QByteArray("]\n").repeated(1000));
    row("deep tables", "a = " + QByteArray("{a = ").repeated(1000) + "1" + QByteArray("}").repeated(1000));
    row("deep header", "[a" + QByteArray(".a").repeated(100'000) + "]\n");
    row("deep header, spaced", "[a" + QByteArray(" . \"a\"").repeated(30'000) + "]\n");
    row("deep key", "a" + QByteArray(".a").repeated(100'000) + " = 1\n");
    row("deep header and key",
        "[a" + QByteArray(".a").repeated(15) + "]\na" + QByteArray(".a").repeated(15) + " = 1\n");
    row("NUL", smallest + QByteArray("# a\0b\n", 6));
    row("NUL in a text", smallest + QByteArray("note = \"a\0b\"\n", 13));
    row("NUL by escape", smallest + "note = \"a\\u0000b\"\n");
    row("NUL in a name", smallest + "\"a\\u0000b\" = 1\n");
    row("NUL in a key", QByteArray(smallest).replace("\"jobs\"\n", "\"jo\\u0000bs\"\n"));
    row("no UTF-8", smallest + "note = \"\xff\xfe\"\n");
    row("surrogate", smallest + "note = \"\\uD800\"\n");
    row("bare CR", smallest + "note = \"a\rb\"\n");
    row("unfinished text", smallest + "note = '''abc");
    row("unfinished table", smallest + "[place.");
    row("header that ends with its line", smallest + "[\n[place.b]\n");
    row("header of a sign", smallest + "[=]\n");
    row("header of a dot", smallest + "[place..b]\n");
    row("own keys", QByteArray(smallest).replace("zset = \"jobs\"", "zset = \"dueline:{jobs}:due\""));
    row("own keys beside", QByteArray(smallest).replace("zset = \"jobs\"", "zset = \"{jobs}:dueline:due\""));
    row("own keys by a parameter",
        QByteArray(smallest).replace("zset = \"jobs\"", "zset = \"<p>:{jobs}:due\"")
            + "[parameters]\np = \"dueline\"\n");
    row("own keys as a payload", smallest + "[payload]\nstring = \"dueline:<id>\"\n");
    row("own keys as a lock", smallest + "lock = \"dueline:lock:<id>\"\n");
    row("own keys as a companion", smallest + "[[companion]]\nset = \"dueline:x\"\nmember = \"<id>\"\n");
    row("own keys as a channel",
        smallest + "[action.run-now]\nfrom = \"home\"\nwake = {publish = \"dueline:wake\", message = \"<id>\"}\n");
    row("own keys as a field", smallest + "[fields]\ntype = {hash = \"dueline:x\", field = \"<id>\"}\n");
    row("own keys written",
        smallest
            + "[action.run-now]\nfrom = \"home\"\nset = [{hash = \"dueline:x\", field = \"<id>\", value = \"1\"}]\n");
    row("every key", withPlace("set = \"s:<queue>\"\n").replace("q:<queue>", "<queue>"));
    row("every key as a place", withPlace("string = \"<id>\"\n"));
    row("every key of a worker", withPlace("set = \"<worker>\"\nworkers = \"scan\"\n"));
    row("two variables touch", withPlace("set = \"s:<queue>\"\nmember = \"<a><b>\"\n"));
    row("long pattern", withPlace("set = \"" + QByteArray("a").repeated(2000) + "<queue>\"\n"));
    row("many variables", withPlace("set = \"s:<queue>\"\nmember = \"<a>-<b>-<c>-<d>-<e>-<f>-<g>-<h>-<i>\"\n"));
    row("many places", [&] {
        QByteArray file = smallest;
        for (int i = 0; i < 32; ++i)
            file += "[place.p" + QByteArray::number(i) + "]\nstate = \"due\"\nset = \"s\"\n";
        return file;
    }());
    row("many companions", smallest + QByteArray("[[companion]]\nset = \"s\"\nmember = \"<id>\"\n").repeated(17));
    row("many buckets", withPlace("list = \"q:<queue>:<bucket>\"\nnext = \"head\"\nbuckets = [0, 1000000]\n"));
    row("endless buckets",
        withPlace("list = \"q:<queue>:<bucket>\"\nnext = \"head\"\nbuckets = [0, 9223372036854775807]\n"));
    row("many buckets together",
        withPlace("list = \"q:<queue>:<bucket>\"\nnext = \"head\"\nbuckets = [1, 600]\n")
            + "[place.b]\nstate = \"due\"\nlist = \"r:<queue>:<bucket>\"\nnext = \"head\"\nbuckets = [1, 600]\n");
    row("many scans",
        withPlace("set = \"s:<queue>\"\n")
            .replace("\"q:<queue>\"", '[' + QByteArray("\"q:<queue>\", ").repeated(17) + ']'));
    row("many globs", withPlace("set = \"s:<queue>\"\nunless = [" + QByteArray("\"*a\", ").repeated(17) + "]\n"));
    row("channels without a scan", QByteArray(smallest).replace("[place", "channels = \"c:<queue>\"\n[place"));
    row("every channel", withPlace("set = \"s:<queue>\"\n").replace("[place", "channels = \"<queue>\"\n[place"));
    row("own keys as workers", withPlace("string = \"w:<worker>\"\nworkers = {set = \"dueline:workers\"}\n"));
    row("unknown workers", withPlace("string = \"w:<worker>\"\nworkers = {list = \"w\"}\n"));
    row("buckets backwards", withPlace("list = \"q:<queue>:<bucket>\"\nnext = \"head\"\nbuckets = [3, 1]\n"));
    row("Lua in a place", smallest + "[place.\"x'] redis.call('FLUSHALL') --\"]\nstate = \"due\"\nset = \"s\"\n");
    row("Lua in a name", QByteArray(smallest).replace("orders", "a\\\"]] redis.call('FLUSHALL')"));
    row("Lua in a parameter", smallest + "[parameters]\n\"a>' .. redis.call('KEYS', '*')\" = \"x\"\n");
    row("a parameter called like a variable", smallest + "[parameters]\nqueue = \"x\"\n");
    row("a path of 1000 steps", smallest + "[fields]\ntype = \"$" + QByteArray(".a").repeated(1000) + "\"\n");
    row("a hundred decoders",
        smallest + "[payload]\ndecode = [" + QByteArray("\"base64\", ").repeated(100) + "\"json\"]\n");
    row("packed bytes", withPlace("set = \"s:<queue>\"\npacked = [\"bytes99999999999 id\"]\n"));
    return files;
}

} // namespace dueline
