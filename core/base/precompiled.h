// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that most files in core include, precompiled if DUELINE_PRECOMPILE is on. Files must still include what they
// use, because the presets core-only and dev-tsan build without this header.

#include <QByteArray>
#include <QByteArrayList>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QRandomGenerator>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>
