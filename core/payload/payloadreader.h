// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/readerchoice.h"

#include <QByteArray>
#include <QStringList>

#include <memory>

namespace dueline {

class ProtoSchema;

/// Result of reading a payload.
struct PayloadReading
{
    enum class End : quint8 {
        Whole, ///< complete
        Cut, ///< the output exceeds PayloadReader::mostBytes and is cut
        Early, ///< the input of `stoppedAt` ends too early: the output is incomplete
        Failed, ///< the input is not in the format of `stoppedAt`: the output is that of the layers before it
    };

    std::vector<PayloadLayer> layers; ///< layers that were removed, outermost first; Json is last if the output is JSON
    QByteArray text; ///< output; empty if no layer applied
    End end = End::Whole;
    PayloadLayer stoppedAt = PayloadLayer::Base64; ///< layer that stopped the reading, if it is not Whole

    bool applies() const { return !layers.empty(); }
    /// Returns the layers: `base64 → zlib → JSON`.
    QString layerTexts() const;
    /// Returns why the output is incomplete, as a sentence; empty if it is complete.
    QString problem() const;
};

/// Reader of payloads, for display only. It never creates objects, looks up names or runs code. One reader may be used
/// concurrently.
class PayloadReader
{
public:
    static constexpr qsizetype mostBytes = 64 * 1024 * 1024; ///< maximum output of any layer
    static constexpr qint64 mostUnasked = 1024 * 1024; ///< maximum size of a payload that is read automatically, bytes
    static constexpr int mostFound = 4; ///< maximum of layers that are detected automatically

    /// Creates a reader that detects the layers.
    PayloadReader() = default;
    /// Creates a reader for a choice. Errors: as ProtoSchema::load; NotFound: the schema has no such message.
    static Result<PayloadReader> make(const ReaderChoice& choice);

    PayloadReading read(QByteArrayView payload) const;

    /// Returns whether read() may apply, by a quick check of the bytes. `isWhole`: false if more bytes follow.
    bool mayRead(QByteArrayView payload, bool isWhole = true) const;

    const ReaderChoice& choice() const { return m_choice; }
    /// Returns whether both have the same choice and schema.
    bool isSame(const PayloadReader& other) const { return m_choice == other.m_choice && m_schema == other.m_schema; }

private:
    ReaderChoice m_choice;
    std::shared_ptr<const ProtoSchema> m_schema;
};

} // namespace dueline
