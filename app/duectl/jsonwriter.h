// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace dueline::duectl {

/// Writes one JSON document piece by piece, members in the order they are given (QJsonDocument sorts them and holds
/// everything). Strings take any bytes: what is not UTF-8 is written as \u00XX of its Latin-1 value. The caller keeps
/// the nesting right.
class JsonWriter
{
public:
    /// `oneLine`: for streams of one document per line. Otherwise each element of the outermost level stands on its own
    /// line.
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

    /// Members of the object that is open.
    void member(const char* name, QByteArrayView bytes) { key(name).string(bytes); }
    void member(const char* name, const char* text) { key(name).string(QByteArrayView(text)); }
    void member(const char* name, const QByteArray& bytes) { key(name).string(bytes); }
    void member(const char* name, qint64 value) { key(name).number(value); }
    void member(const char* name, int value) { key(name).number(value); }
    void member(const char* name, bool value) { key(name).boolean(value); }
    void member(const char* name, const std::optional<qint64>& value);
    /// null when empty.
    void textOrNull(const char* name, QByteArrayView bytes);

    /// What was written since the last take.
    QByteArray take() { return std::exchange(m_out, {}); }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();

    std::size_t m_breakAt; ///< the depth whose elements get their own lines
    QByteArray m_out;
    std::vector<bool> m_filled; ///< one per open bracket: whether it has members already
    bool m_afterKey = false;
};

} // namespace dueline::duectl
