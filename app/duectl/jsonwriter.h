// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline::duectl {

/// Incremental writer of one JSON document. Members keep the order in which they are written. (QJsonDocument would sort
/// the members and hold the entire document in memory.) Strings may contain any bytes; a byte that is not valid UTF-8
/// is written as \u00XX with its Latin-1 value. The caller is responsible for correct nesting.
class JsonWriter
{
public:
    /// Creates a writer. `oneLine`: for streams with one document per line; otherwise, each outermost element is on its
    /// own line.
    explicit JsonWriter(bool oneLine = false)
        : m_breakAt(oneLine ? 0 : 1)
    { }

    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void beginObject() { open('{'); }
    void endObject() { close('}'); }

    JsonWriter& key(const char* name);
    void string(QByteArrayView bytes);
    void number(qint64 value);
    void real(double value);
    void boolean(bool value);
    void null();

    /// Writes a member of the open object.
    void member(const char* name, QByteArrayView bytes) { key(name).string(bytes); }
    void member(const char* name, const char* text) { key(name).string(QByteArrayView(text)); }
    void member(const char* name, const QByteArray& bytes) { key(name).string(bytes); }
    void member(const char* name, qint64 value) { key(name).number(value); }
    void member(const char* name, int value) { key(name).number(value); }
    void member(const char* name, bool value) { key(name).boolean(value); }
    void member(const char* name, const std::optional<qint64>& value);
    /// Writes the text, or null if it is empty.
    void textOrNull(const char* name, QByteArrayView bytes);

    /// Returns the text written since the last call.
    QByteArray take() { return std::exchange(m_out, {}); }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();

    std::size_t m_breakAt; ///< depth at which each element is on its own line
    QByteArray m_out;
    std::vector<bool> m_filled; ///< one entry per open bracket: true if it already has members
    bool m_afterKey = false;
};

} // namespace dueline::duectl
