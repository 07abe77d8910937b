// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace dueline::test {

inline QByteArray lengthOf(qsizetype size, int bytes)
{
    QByteArray length;
    for (int i = 0; i < bytes; ++i)
        length += char((size >> (8 * i)) & 0xff);
    return length;
}

inline QByteArray varint(quint64 value)
{
    QByteArray bytes;
    for (; value > 0x7f; value >>= 7)
        bytes += char(value | 0x80);
    return bytes + char(value);
}

/// Returns `bytes` as a string, in valid syntax for each supported format.
inline std::vector<QByteArray> dressed(const QByteArray& bytes)
{
    const QByteArray php = "s:" + QByteArray::number(bytes.size()) + ":\"" + bytes + "\";";
    const QByteArray pickle = QByteArray("\x80\x04", 2) + 'X' + lengthOf(bytes.size(), 4) + bytes + '.';
    const QByteArray pickledBytes = QByteArray("\x80\x04", 2) + 'B' + lengthOf(bytes.size(), 4) + bytes + '.';
    const QByteArray message = "\x0a\x04send\x12" + varint(quint64(bytes.size())) + bytes + "\x1a\x01i\"\x04mail";
    QByteArray json = bytes.toBase64();
    const QByteArray celery = R"({"body":")" + json
        + R"(","content-encoding":"utf-8","content-type":"%","headers":{"id":"i","task":"t"},"properties":{"body_encoding":"base64","delivery_info":{}}})";
    const QByteArray laravel
        = R"({"uuid":"u","displayName":"App\\Mail","job":"j","attempts":0,"data":{"commandName":"c","command":")";
    QByteArray escaped;
    for (const char byte : php) {
        const auto code = uchar(byte);
        escaped += code < 0x20 || byte == '"' || byte == '\\' || code > 0x7e ? "\\u00" + QByteArray(1, byte).toHex()
                                                                             : QByteArray(1, byte);
    }
    return {bytes, php, "a:1:{i:0;" + php + '}', "O:3:\"Job\":1:{" + php + "N;}", pickle, pickledBytes,
        qCompress(pickle).mid(4), message, QByteArray(celery).replace("%", "application/json"),
        QByteArray(celery).replace("%", "application/x-python-serialize"), laravel + escaped + "\"}}"};
}

/// Returns values that would run `touch FILE` if a decoder executed them.
inline std::vector<QByteArray> commands(const QByteArray& file)
{
    const QByteArray command = "touch " + file;
    const QByteArray size = QByteArray::number(command.size());
    return {"cos\nsystem\n(S'" + command + "'\ntR.", "(S'" + command + "'\nios\nsystem\n.",
        "cposix\nsystem\n(S'" + command + "'\ntR.",
        "O:29:\"Illuminate\\Support\\MessageBag\":1:{s:8:\"messages\";O:6:\"System\":1:{s:7:\"command\";s:" + size
            + ":\"" + command + "\";}}",
        "C:11:\"ArrayObject\":" + size + ":{" + command + "}",
        QByteArray(R"({"job":"system","data":{"command":"O:6:\"System\":0:{}"},"attempts":0})")};
}

/// Returns the names and bytes of short strings that expand to large or deeply nested data if a reader trusts them.
inline std::vector<std::pair<const char*, QByteArray>> bombs()
{
    const QByteArray zeros = qCompress(QByteArray(1024 * 1024 * 200, 'x'), 9).mid(4); // 200 MiB, compressed to 200 kB
    const QByteArray deflated = R"({"body":")" + zeros.toBase64()
        + R"(","content-type":"%","headers":{"id":"i","task":"t","compression":"application/x-gzip"},"properties":{"body_encoding":"base64","delivery_info":{}}})";
    const QByteArray pickled
        = qCompress("\x80\x04X" + lengthOf(60 * 1024 * 1024, 4) + QByteArray(60 * 1024 * 1024, 'x') + '.', 9).mid(4);
    QByteArray doubled = "(lp0\n";
    for (int i = 0; i < 9'000; ++i)
        doubled += "g0\na";
    QByteArray members = "a:90000:{";
    for (int i = 0; i < 90'000; ++i)
        members += "i:0;N;";
    QByteArray different = "{";
    for (int i = 0; i < 400'000; ++i)
        different += "\"k" + QByteArray::number(i) + "\":1,";
    QByteArray inside = R"({"body":"","headers":)" + different.left(3'000'000);
    inside = inside.left(inside.lastIndexOf(',')) + "}}";
    return {
        {"zlib", zeros},
        {"zlib in a message of Celery", QByteArray(deflated).replace("%", "application/json")},
        {"zlib of a pickle", pickled},
        {"zlib in a pickle of Celery", QByteArray(deflated).replace("%", "application/x-python-serialize")},
        {"a length that nothing is behind", "s:2147483647:\"a\";"},
        {"so many elements", "a:2147483647:{i:0;N;}"},
        {"a long of two billion bytes", QByteArray("\x80\x04\x8b\xff\xff\xff\x7f.", 8)},
        {"bytes of two billion", QByteArray("\x80\x04X\xff\xff\xff\x7f.", 8)},
        {"a list in itself", doubled + "."},
        {"as many values as are read", members + '}'},
        {"marks alone", QByteArray(100'000, '(')},
        {"memo", 'N' + QByteArray(100'000, '\x94') + '.'},
        {"deep arrays", QByteArray("a:1:{i:0;").repeated(100'000)},
        {"a field of four billion bytes", QByteArray("\x12\xff\xff\xff\xff\x0f")},
        {"fields without an end", QByteArray("\x80", 1).repeated(1'000'000)},
        {"a million empty fields", QByteArray("\x82\x01\x00", 3).repeated(1'000'000)},
        {"deep JSON", QByteArray("[").repeated(1'000'000)},
        {"JSON of many members", "{" + QByteArray(R"("a":1,)").repeated(500'000) + R"("body":1})"},
        {"JSON of many different members", different + R"("body":1,"job":"j"})"},
        {"headers of many different members", inside},
    };
}

} // namespace dueline::test
