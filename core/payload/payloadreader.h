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
        Early, ///< the input of the layer `stoppedAt` is truncated, so the output is incomplete
        /// the input of the layer `stoppedAt` has a different format; the output is the result of
        /// the layers before it
        Failed,
    };

    // layers that were decoded, outermost first; if the output is JSON, Json is the last one
    std::vector<PayloadLayer> layers;
    QByteArray text; ///< output; empty if no layer applied
    End end = End::Whole;
    // layer at which reading stopped; unused if the result is Whole
    PayloadLayer stoppedAt = PayloadLayer::Base64;

    bool applies() const { return !layers.empty(); }
    /// Returns the names of the decoded layers: `base64 → zlib → JSON`.
    QString layerTexts() const;
    /// Returns why the output is incomplete, as a sentence; empty if it is complete.
    QString problem() const;
};

/// Reader of payloads for display purposes only. It never creates objects, looks up names or runs code. Readers can be
/// used concurrently.
class PayloadReader
{
public:
    static constexpr qsizetype mostBytes = 64 * 1024 * 1024; ///< maximum output size of a layer
    // maximum size in bytes of payloads that are read automatically
    static constexpr qint64 mostUnasked = 1024 * 1024;
    static constexpr int mostFound = 4; ///< maximum number of layers that are detected automatically

    /// Creates a reader that detects the layers.
    PayloadReader() = default;
    /// Creates a reader with the chosen layers. Errors: those of ProtoSchema::load; NotFound if the schema has no such
    /// message.
    static Result<PayloadReader> make(const ReaderChoice& choice);

    PayloadReading read(QByteArrayView payload) const;

    /// Returns whether a quick check of the bytes suggests that read() will succeed. `isWhole`: false if more bytes
    /// follow.
    bool mayRead(QByteArrayView payload, bool isWhole = true) const;

    const ReaderChoice& choice() const { return m_choice; }
    /// Returns whether both readers have the same choice and the same schema.
    bool isSame(const PayloadReader& other) const { return m_choice == other.m_choice && m_schema == other.m_schema; }

private:
    ReaderChoice m_choice;
    std::shared_ptr<const ProtoSchema> m_schema;
};

} // namespace dueline
