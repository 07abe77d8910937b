// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline::duectl {

/// Incremental JSON writer. Unlike QJsonDocument, it keeps members in the order they are written in and doesn't hold
/// the entire document in memory. Strings may contain any bytes; bytes that aren't valid UTF-8 are written as \u00XX
/// with their Latin-1 value. The caller is responsible for correct nesting.
class JsonWriter
{
public:
    /// Creates a writer. `oneLine`: true to write each document on one line; false to put each element of the outermost
    /// array or object on its own line.
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

    /// Writes a key and its value.
    void member(const char* name, QByteArrayView bytes) { key(name).string(bytes); }
    void member(const char* name, const char* text) { key(name).string(QByteArrayView(text)); }
    void member(const char* name, const QByteArray& bytes) { key(name).string(bytes); }
    void member(const char* name, qint64 value) { key(name).number(value); }
    void member(const char* name, int value) { key(name).number(value); }
    void member(const char* name, bool value) { key(name).boolean(value); }
    void member(const char* name, const std::optional<qint64>& value);
    /// Writes a key followed by the text, or by null if the text is empty.
    void textOrNull(const char* name, QByteArrayView bytes);

    /// Returns the text written since the last call to take().
    QByteArray take() { return std::exchange(m_out, {}); }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();

    std::size_t m_breakAt; ///< nesting depth at which each element gets its own line
    QByteArray m_out;
    std::vector<bool> m_filled; ///< for each open bracket: true if it already contains an element
    bool m_afterKey = false;
};

} // namespace dueline::duectl
