// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/layouttext.h"

#include <algorithm>

namespace dueline {

namespace {

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Returns whether the field is a key that may be empty even though it has a default value.
bool mayBeEmpty(const LayoutField& field)
{
    return *field.parameter == '\0' && *field.preset != '\0' && !field.missing.source;
}

} // namespace

QByteArray decodedPart(QByteArrayView text, bool pattern)
{
    QByteArray out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool id = pattern && text.sliced(i).startsWith(idPlaceholder);
        if (text[i] == '%' && !id && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
            out += char(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

QString encodedPart(QByteArrayView bytes, bool pattern)
{
    QByteArray out;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        const bool id = pattern && bytes.sliced(i).startsWith(idPlaceholder);
        if ((c == '%' && !id) || c == '?' || c == '&' || c == '#' || uchar(c) < 0x21 || uchar(c) > 0x7e)
            out += '%' + QByteArray(1, c).toHex().toUpper();
        else
            out += c;
    }
    return QString::fromLatin1(out);
}

LayoutValues layoutValues(const QString& text, const LayoutForm& form)
{
    LayoutValues values;
    const QByteArray bytes = text.toUtf8();
    const auto end = std::find_if(bytes.begin(), bytes.end(), [](char c) { return c == ':' || c == '?'; });
    const bool isWritten = end != bytes.end() && *end == ':';
    const QByteArray rest = bytes.mid(end - bytes.begin() + (isWritten ? 1 : 0));
    const qsizetype question = rest.indexOf('?');
    if (isWritten || std::none_of(form.fields.begin(), form.fields.end(), mayBeEmpty))
        values[{}] = decodedPart(question < 0 ? rest : rest.left(question));
    if (question < 0)
        return values;
    for (const QByteArray& parameter : rest.mid(question + 1).split('&')) {
        const qsizetype equals = parameter.indexOf('=');
        const auto field = std::find_if(form.fields.begin(), form.fields.end(),
            [name = parameter.left(equals)](const LayoutField& each) { return name == each.parameter; });
        if (equals > 0 && field != form.fields.end())
            values[parameter.left(equals)] = decodedPart(parameter.mid(equals + 1), field->isPattern);
    }
    return values;
}

QString layoutText(const QByteArray& name, const LayoutForm& form, const LayoutValues& values)
{
    QString key;
    bool writesKey = form.isOneQueue;
    QStringList parameters;
    for (const LayoutField& field : form.fields) {
        const auto value = values.find(field.parameter);
        if (value == values.end())
            continue;
        writesKey |= mayBeEmpty(field);
        if (value->second.isEmpty())
            continue;
        const QString part = encodedPart(value->second, field.isPattern);
        if (*field.parameter == '\0')
            key = part;
        else
            parameters << QString::fromLatin1(field.parameter) + u'=' + part;
    }
    QString text = QString::fromLatin1(name);
    if (writesKey || !key.isEmpty())
        text += u':' + key;
    return parameters.isEmpty() ? text : text + u'?' + parameters.join(u'&');
}

} // namespace dueline
