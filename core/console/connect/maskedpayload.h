// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

namespace dueline {

/// Mask for payloads, results, and facts on connections that hide fields. Text is masked in place (PayloadMask). Bytes
/// count as packed if they are compressed, base64-encoded, pickled, or PHP-serialized, or if `reader` decodes them.
/// Packed bytes that contain a hidden field are replaced by their decoded and masked text; other packed bytes are left
/// unchanged.
class MaskedPayload
{
public:
    /// Creates a mask. `reader`: reader that the user selected for payloads of this type; the default detects the
    /// format.
    explicit MaskedPayload(const QStringList& fields, PayloadReader reader = {});

    /// Returns whether a payload that begins like this may be packed. Read a packed payload completely before showing
    /// any part of it.
    bool isPacked(QByteArrayView beginning, bool isWhole) const;
    /// Returns a complete payload in masked form. If a packed payload contains a hidden field's name but can't be
    /// decoded, every byte is replaced with `*`.
    QByteArray of(const QByteArray& whole) const;

private:
    PayloadReading read(const QByteArray& whole) const;

    QStringList m_fields;
    PayloadReader m_reader;
};

} // namespace dueline
