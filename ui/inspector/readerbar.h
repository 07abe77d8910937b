// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Bar that decodes the payload on a different thread and shows the detected layers. Its menu selects a different
/// reader. The bar is visible if a payload was decoded, a reader was selected, or decoding failed.
class ReaderBar : public QWidget
{
    Q_OBJECT

public:
    explicit ReaderBar(const Theme& theme, QWidget* parent = nullptr);

    /// Returns the menu of readers, so that other widgets can also show it.
    QMenu* menu() const { return m_menu; }
    /// Sets the reader for this and later payloads. `masked`: fields that are hidden in the result; `problem`: reason
    /// why a selected reader is unavailable.
    void setReader(const PayloadReader& reader, const QStringList& masked, const QString& problem);
    /// Sets the bytes to decode. Call this once the payload is complete.
    void setBytes(const QByteArray& bytes);
    void clear() { setBytes({}); }
    /// Returns the result for the bytes; empty until they are decoded.
    const PayloadReading& reading() const { return m_reading; }

Q_SIGNALS:
    /// Emitted when reading() has changed.
    void read();
    /// Requests to decode payloads of this type with the selected reader.
    void readerChosen(const dueline::ReaderChoice& choice);
    /// Requests a dialog to enter the layers as text.
    void layersRequested();

private:
    void start();
    void take(PayloadReading reading);
    void tell();
    void reword();

    const Theme& m_theme;
    PayloadReader m_reader;
    QStringList m_masked;
    QString m_unread; ///< reason why the selected reader is unavailable
    QByteArray m_bytes;
    PayloadReading m_reading;
    int m_run = 0; ///< number of inputs; results for earlier ones are ignored
    QMenu* m_menu;
    PlainLabel* m_label;
    QToolButton* m_layers;
    PlainLabel* m_problem;
};

} // namespace dueline
