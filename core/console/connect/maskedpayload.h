// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

namespace dueline {

/// Masks payloads, results and facts of connections that hide fields. Text is masked in place (PayloadMask). Bytes that
/// read as something else (compressed, base64, a pickle, what PHP serialized, or what `reader` was chosen for)
/// become the masked text they read as, if anything in it is hidden; else they stay as they are.
class MaskedPayload
{
public:
    /// `reader`: chosen for the payloads of this type, or one that finds what bytes are by itself.
    explicit MaskedPayload(const QStringList& fields, PayloadReader reader = {});

    /// Returns whether bytes that begin like this may be packed, so that no part of them may be shown without the rest.
    bool isPacked(QByteArrayView beginning, bool isWhole) const;
    /// Returns the masked text of a complete payload. A packed payload that cannot be read and names a hidden field
    /// becomes as many `*`.
    QByteArray of(const QByteArray& whole) const;

private:
    PayloadReading read(const QByteArray& whole) const;

    QStringList m_fields;
    PayloadReader m_reader;
};

} // namespace dueline
