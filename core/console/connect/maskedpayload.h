// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

namespace dueline {

/// What is shown of payloads, results and facts where fields are hidden. Text is masked in place (PayloadMask). Bytes
/// that read as something else (compressed, base64, a pickle, what PHP serialized, or what `reader` was chosen for)
/// become the masked text they read as, if anything in it is hidden; else they stay as they are.
class MaskedPayload
{
public:
    /// `reader`: chosen for the payloads of this type, or one that finds what bytes are by itself.
    explicit MaskedPayload(const QStringList& fields, PayloadReader reader = {});

    /// Whether bytes that begin so may read as something else, so that no part of them is shown without the rest.
    bool isPacked(QByteArrayView beginning, bool isWhole) const;
    /// Of all its bytes. What is packed, cannot be read and names a hidden field becomes as many `*`.
    QByteArray of(const QByteArray& whole) const;

private:
    PayloadReading read(const QByteArray& whole) const;

    QStringList m_fields;
    PayloadReader m_reader;
};

} // namespace dueline
