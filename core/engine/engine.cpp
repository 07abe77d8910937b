// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/engine/enginethreads.h"

namespace dueline {

Engine::Engine(
    BackendFactory makeBackend, const HandlerRegistry& handlers, EngineConfig config, EngineObserver* observer)
    : m_threads(std::make_unique<Threads>(std::move(makeBackend), handlers, std::move(config), observer))
{ }

Engine::~Engine() = default;

Result<> Engine::start() { return m_threads->start(); }

void Engine::drain() { m_threads->drain(); }

void Engine::stop() { m_threads->stop(); }

bool Engine::wait(Millis timeout) { return m_threads->wait(timeout); }

EngineState Engine::state() const { return m_threads->pipeline.state.load(); }

bool Engine::idle() const { return m_threads->pipeline.book.size() == 0; }

Result<bool> Engine::waitUntilEmpty(Millis timeout) { return m_threads->waitUntilEmpty(timeout); }

EngineFigures Engine::figures() const { return m_threads->pipeline.statistics.figures(); }

const EngineConfig& Engine::config() const { return m_threads->pipeline.config; }

} // namespace dueline
