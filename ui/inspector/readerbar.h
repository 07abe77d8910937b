// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Bar that decodes the payload on another thread and shows the detected layers. Its menu offers other readers. The bar
/// is visible if the payload was decoded, a reader was selected, or decoding failed.
class ReaderBar : public QWidget
{
    Q_OBJECT

public:
    explicit ReaderBar(const Theme& theme, QWidget* parent = nullptr);

    /// Returns the menu of readers. Other widgets can show it too.
    QMenu* menu() const { return m_menu; }
    /// Sets the reader for this payload and all later ones. `masked`: fields to hide in the result. `problem`: reason
    /// why the selected reader is unavailable; empty if it is available.
    void setReader(const PayloadReader& reader, const QStringList& masked, const QString& problem);
    /// Sets the bytes to decode. Call this once the payload is complete.
    void setBytes(const QByteArray& bytes);
    void clear() { setBytes({}); }
    /// Returns the decoded payload; empty until decoding has finished.
    const PayloadReading& reading() const { return m_reading; }

Q_SIGNALS:
    /// Emitted when reading() has changed.
    void read();
    /// Requests that payloads of this type be decoded with the selected reader.
    void readerChosen(const dueline::ReaderChoice& choice);
    /// Requests a dialog for entering the layers as text.
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
    int m_run = 0; ///< sequence number of the last input; results for earlier inputs are ignored
    QMenu* m_menu;
    PlainLabel* m_label;
    QToolButton* m_layers;
    PlainLabel* m_problem;
};

} // namespace dueline
