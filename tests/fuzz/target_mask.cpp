// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/console/connect/payloadmask.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline::fuzz {

namespace {

const QStringList hidden{QStringLiteral("password"), QStringLiteral("card")};

bool isHidden(const QString& name) { return hidden.contains(name, Qt::CaseInsensitive); }

bool isStars(const QJsonValue& value)
{
    if (value.isDouble())
        return value.toDouble() == 0;
    const QString text = value.toString();
    return value.isString() && std::all_of(text.begin(), text.end(), [](QChar c) { return c == u'*'; });
}

/// Returns whether every hidden member in `value`, at any depth, is masked.
bool isMasked(const QJsonValue& value)
{
    if (value.isArray()) {
        const QJsonArray items = value.toArray();
        return std::all_of(items.begin(), items.end(), [](const QJsonValue& item) { return isMasked(item); });
    }
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (isHidden(member.key()) ? !isStars(member.value()) : !isMasked(member.value()))
            return false;
    }
    return true;
}

} // namespace

void mask(const QByteArray& input)
{
    const QByteArray whole = PayloadMask::masked(input, hidden);
    FUZZ_HOLDS(whole.size() == input.size());

    PayloadMask pieces(hidden);
    QByteArray joined;
    for (qsizetype at = 0; at < input.size(); at += 3) {
        QByteArray piece = input.mid(at, 3);
        pieces.apply(piece);
        joined += piece;
    }
    FUZZ_HOLDS(joined.size() == input.size());

    const auto before = QJsonDocument::fromJson(input);
    if (before.isNull())
        return;
    for (const QByteArray& masked : {whole, joined}) { // Splitting the input must not change the result.
        const auto after = QJsonDocument::fromJson(masked);
        FUZZ_HOLDS(!after.isNull());
        FUZZ_HOLDS(after.isObject() ? isMasked(after.object()) : isMasked(after.array()));
    }
}

} // namespace dueline::fuzz
