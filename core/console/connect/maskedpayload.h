// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

namespace dueline {

/// Mask for payloads, results and facts on connections with hidden fields. Text is masked in place (PayloadMask). Bytes
/// count as packed if they are compressed, base64-encoded, pickled or PHP-serialized, or if `reader` decodes them.
/// Packed bytes that contain a hidden field are replaced by their masked text; other packed bytes are left unchanged.
class MaskedPayload
{
public:
    /// Creates a mask for payloads. `reader`: the reader selected for payloads of this type, or one that detects the
    /// format.
    explicit MaskedPayload(const QStringList& fields, PayloadReader reader = {});

    /// Returns whether a payload with this beginning may be packed. If so, no part of it may be shown before the entire
    /// payload has been read.
    bool isPacked(QByteArrayView beginning, bool isWhole) const;
    /// Returns the masked text of a complete payload. A packed payload that cannot be read and contains the name of a
    /// hidden field is replaced by as many `*` as it has bytes.
    QByteArray of(const QByteArray& whole) const;

private:
    PayloadReading read(const QByteArray& whole) const;

    QStringList m_fields;
    PayloadReader m_reader;
};

} // namespace dueline
