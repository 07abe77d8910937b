// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace dueline::test {

/// Malicious bytes for a task, and the danger they pose.
struct HostileString
{
    const char* what;
    QByteArray bytes;
};

/// Returns fifty malicious strings. `file` and `url` are baits: software that interpreted the bytes as a document would
/// open them.
inline std::vector<HostileString> hostileStrings(const QByteArray& file, const QByteArray& url)
{
    const QByteArray deep = QByteArray("[").repeated(20'000);
    QByteArray brackets;
    for (int i = 0; i < 3000; ++i)
        brackets += "{\"a\":";
    QByteArray members = "{";
    for (int i = 0; i < 4000; ++i)
        members += "\"k" + QByteArray::number(i) + "\":" + QByteArray::number(i) + ",";
    members += "\"k\":1}";
    QByteArray everyByte;
    for (int i = 0; i < 256; ++i)
        everyByte += char(i);
    return {
        {"bold", "<b>bold</b>"},
        {"an image in a file", "<img src=\"file://" + file + "\">"},
        {"an image by path", "<img src='" + file + "' width=99999 height=99999>"},
        {"an image on a server", "<img src=\"" + url + "/a.png\">"},
        {"a link", "<a href=\"" + url + "\">click</a>"},
        {"a link to a script", "<a href='javascript:alert(1)'>x</a>"},
        {"a style sheet", "<link rel=stylesheet href=\"" + url + "/a.css\"><style>*{font-size:999px}</style>"},
        {"a style that loads", "<p style=\"background-image:url(file://" + file + ")\">p</p>"},
        {"a script", "<script>alert(document.cookie)</script>"},
        {"rich text of Qt", "<qt><table border=1><tr><td>cell</td></tr></table></qt>"},
        {"HTML that never ends", "<html><body><h1>"},
        {"an entity", "&lt;b&gt; &amp;amp; &#x202E; &nbsp;"},
        {"an XML entity bomb", "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><x>&b;</x>"},
        {"an XML external entity", "<!DOCTYPE x [<!ENTITY e SYSTEM \"file://" + file + "\">]><x>&e;</x>"},
        {"SVG", "<svg xmlns='http://www.w3.org/2000/svg'><image href='file://" + file + "'/></svg>"},
        {"Markdown", "![x](" + url + "/m.png) [y](" + url + ") **z**"},
        {"a BiDi override", "invoice\xE2\x80\xAEgpj.exe"},
        {"BiDi isolates",
            "a\xE2\x81\xA6"
            "b\xE2\x81\xA9"
            "c\xE2\x81\xA7"},
        {"right to left", "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D (\xD8\xB9\xD8\xB1\xD8\xA8\xD9\x8A) 123"},
        {"NUL", QByteArray("be\0fore", 7)},
        {"NUL alone", QByteArray("\0", 1)},
        {"every byte", everyByte},
        {"ANSI colours", "\x1b[31mred\x1b[0m\x1b[2J"},
        {"a terminal's title", "\x1b]0;owned\x07"},
        {"a terminal's link", "\x1b]8;;" + url + "\x1b\\here\x1b]8;;\x1b\\"},
        {"C1 controls",
            "\xC2\x9B"
            "31m\xC2\x85"},
        {"backspaces", "good\b\b\b\bevil\r\rover"},
        {"line feeds", "first\nsecond\r\nthird\n\n\n\n"},
        {"separators of Unicode",
            "a\xE2\x80\xA8"
            "b\xE2\x80\xA9"
            "c"},
        {"tabs", "\t\ta\tb\t"},
        {"100 kB without a break", QByteArray(100'000, 'a')},
        {"100 kB of spaces", "x" + QByteArray(100'000, ' ') + "y"},
        {"100 kB of brackets", QByteArray("<").repeated(100'000)},
        {"50,000 lines", QByteArray("l\n").repeated(50'000)},
        {"place markers", "%1 %2 %n %s %L1 %%1 %99 {0} ${x}"},
        {"mnemonics", "&mnemonic &&two &"},
        {"a placeholder of windows", "[*] unsaved [*]"},
        {"emoji", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB\xF0\x9F\x87\xA8\xF0\x9F\x87\xB3\xF0\x9F\x8F\xB4"},
        {"a lone surrogate",
            "a\xED\xA0\x80"
            "b\xED\xBF\xBF"},
        {"invalid UTF-8", "\xFF\xFE\xC0\xAF\xF5\x80\x80\x80 tail \xE2\x82"},
        {"zero width", "pay\xE2\x80\x8Bpal\xE2\x80\x8D\xEF\xBB\xBF\xE2\x81\xA0"},
        {"a flood of marks", "Z" + QByteArray("\xCC\x88\xCD\x89\xCC\xBE").repeated(400)},
        {"a very wide character", QByteArray("\xEF\xB7\xBD\xF0\x92\x90\xAB").repeated(60)},
        {"a URL", url + "/?a=1&b=2"},
        {"a file", "file://" + file},
        {"a path upwards", "../../../../" + file},
        {"a formula", "=cmd|'/C calc'!A0,+1,@SUM(1),-2"},
        {"a shell command", "$(touch " + file + ")`id`;'\"|&"},
        {"JSON that is deep", "{\"a\":" + deep + brackets + "1"},
        {"JSON with many members", members},
    };
}

} // namespace dueline::test
