// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

namespace dueline {

/// Mask for payloads, results and facts, for connections that hide fields. Text is masked in place (PayloadMask). Bytes
/// count as packed if they are compressed, base64-encoded, pickled or PHP-serialized, or if `reader` decodes them.
/// Packed bytes that contain a hidden field are replaced by their decoded and masked text; other packed bytes are left
/// unchanged.
class MaskedPayload
{
public:
    /// Creates a mask. `reader`: reader that the user has selected for payloads of this type; by default, a reader that
    /// detects the format.
    explicit MaskedPayload(const QStringList& fields, PayloadReader reader = {});

    /// Returns whether a payload that begins like this may be packed. A packed payload must be read completely before
    /// any part of it may be shown.
    bool isPacked(QByteArrayView beginning, bool isWhole) const;
    /// Returns the masked form of a complete payload. If a packed payload contains the name of a hidden field but
    /// cannot be decoded, every byte is replaced by `*`.
    QByteArray of(const QByteArray& whole) const;

private:
    PayloadReading read(const QByteArray& whole) const;

    QStringList m_fields;
    PayloadReader m_reader;
};

} // namespace dueline
