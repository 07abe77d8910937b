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
        Whole, ///< the payload was read completely
        Cut, ///< the output was truncated at PayloadReader::mostBytes
        Early, ///< the layer `stoppedAt` had truncated input, so the output is incomplete
        /// the layer `stoppedAt` had input in a different format; the output comes from the layers before it
        Failed,
    };

    // decoded layers, outermost first; Json is last if the output is JSON
    std::vector<PayloadLayer> layers;
    QByteArray text; ///< output; empty if no layer applied
    End end = End::Whole;
    // layer where reading stopped; unused if the result is Whole
    PayloadLayer stoppedAt = PayloadLayer::Base64;

    bool applies() const { return !layers.empty(); }
    /// Returns the names of the decoded layers: `base64 → zlib → JSON`.
    QString layerTexts() const;
    /// Returns a sentence that says why the output is incomplete; empty if it is complete.
    QString problem() const;
};

/// Payload reader for display only. It never creates objects, looks up names or runs code. Readers can be used
/// concurrently.
class PayloadReader
{
public:
    static constexpr qsizetype mostBytes = 64 * 1024 * 1024; ///< maximum output size of a layer
    // maximum size in bytes of payloads to read automatically
    static constexpr qint64 mostUnasked = 1024 * 1024;
    static constexpr int mostFound = 4; ///< maximum number of layers to detect automatically

    /// Creates a reader that detects the layers.
    PayloadReader() = default;
    /// Creates a reader with the chosen layers. Errors: same as ProtoSchema::load; NotFound if the schema doesn't have
    /// the message.
    static Result<PayloadReader> make(const ReaderChoice& choice);

    PayloadReading read(QByteArrayView payload) const;

    /// Returns whether a quick look at the bytes suggests that read() will succeed. `isWhole`: false if more bytes
    /// follow.
    bool mayRead(QByteArrayView payload, bool isWhole = true) const;

    const ReaderChoice& choice() const { return m_choice; }
    /// Returns whether both readers have the same choice and schema.
    bool isSame(const PayloadReader& other) const { return m_choice == other.m_choice && m_schema == other.m_schema; }

private:
    ReaderChoice m_choice;
    std::shared_ptr<const ProtoSchema> m_schema;
};

} // namespace dueline
