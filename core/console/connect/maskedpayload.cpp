// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/maskedpayload.h"

#include "core/console/connect/payloadmask.h"
#include "core/payload/pickletext.h"

#include <algorithm>

namespace dueline {

namespace {

/// Returns whether the payload may be a protocol 0 or 1 pickle. These have no signature, so this only checks whether
/// the payload starts like a pickled container or class name.
bool mayBeOldPickle(QByteArrayView beginning)
{
    if (beginning.size() < 3)
        return false;
    const QByteArrayView line = beginning.first(std::max<qsizetype>(beginning.indexOf('\n'), 0));
    return (beginning[0] == '(' && QByteArrayView("dlticS").contains(beginning[1])) || beginning[0] == '}'
        || beginning[0] == ']' || (beginning[0] == 'c' && !line.isEmpty() && !line.contains(' '));
}

} // namespace

MaskedPayload::MaskedPayload(const QStringList& fields, PayloadReader reader)
    : m_fields(fields)
    , m_reader(std::move(reader))
{ }

bool MaskedPayload::isPacked(QByteArrayView beginning, bool isWhole) const
{
    return m_reader.choice().kind == ReaderChoice::Kind::Layers || PayloadReader().mayRead(beginning, isWhole)
        || mayBeOldPickle(beginning);
}

/// Decodes a payload with the selected reader. If this fails, detects the format.
PayloadReading MaskedPayload::read(const QByteArray& whole) const
{
    PayloadReading reading = m_reader.read(whole);
    if (reading.applies() && reading.end != PayloadReading::End::Failed)
        return reading;
    reading = PayloadReader().read(whole);
    if (reading.applies() || !mayBeOldPickle(whole))
        return reading;
    if (auto text = PickleText::read(whole)) {
        reading.layers = {PayloadLayer::Pickle};
        reading.text = *std::move(text);
    }
    return reading;
}

QByteArray MaskedPayload::of(const QByteArray& whole) const
{
    QByteArray plain = PayloadMask::masked(whole, m_fields);
    if (!isPacked(whole, true))
        return plain;
    const PayloadReading reading = read(whole);
    if (reading.applies()) {
        QByteArray text = PayloadMask::masked(reading.text, m_fields);
        return text != reading.text || reading.end != PayloadReading::End::Whole ? text : plain;
    }
    const QByteArray lower = whole.toLower();
    const bool isNamed = PayloadReader().mayRead(whole)
        && std::any_of(m_fields.begin(), m_fields.end(),
            [&lower](const QString& field) { return !field.isEmpty() && lower.contains(field.toLower().toUtf8()); });
    return isNamed ? QByteArray(whole.size(), '*') : plain;
}

} // namespace dueline
