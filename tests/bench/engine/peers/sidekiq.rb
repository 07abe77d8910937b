# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the benchmark's tasks with Sidekiq. Fill: REDIS_URL=... ruby sidekiq.rb TASKS
# Work: REDIS_URL=... TASKS=n sidekiq -q default -c CONCURRENCY -r ./sidekiq.rb; prints one line of JSON after the last job.
require 'json'
require 'sidekiq'

Sidekiq.logger.level = Logger::ERROR
Redis.silence_deprecations = true if defined?(Redis) && Redis.respond_to?(:silence_deprecations=)

# Counts jobs, and measures the time from the first job to the last one.
module Meter
  LOCK = Mutex.new
  TOTAL = ENV.fetch('TASKS', '0').to_i
  @count = 0

  def self.clock(id)
    Process.clock_gettime(id)
  end

  def self.tick
    LOCK.synchronize do
      if @count.zero?
        @started = clock(Process::CLOCK_MONOTONIC)
        @cpu = clock(Process::CLOCK_PROCESS_CPUTIME_ID)
      end
      @count += 1
      report if @count == TOTAL
    end
  end

  def self.report
    seconds = clock(Process::CLOCK_MONOTONIC) - @started
    cpu = clock(Process::CLOCK_PROCESS_CPUTIME_ID) - @cpu
    puts({ n: TOTAL, s: seconds.round(3), rate: (TOTAL / seconds).round, cpu_us: (cpu * 1e6 / TOTAL).round(2) }.to_json)
    $stdout.flush
    Process.kill('TERM', Process.pid)
  end
end

class MailSend
  include Sidekiq::Worker

  def perform(_text)
    Meter.tick
  end
end

if $PROGRAM_NAME == __FILE__
  total = ARGV.fetch(0).to_i
  text = 'x' * 96
  started = Meter.clock(Process::CLOCK_MONOTONIC)
  (total / 1000.0).ceil.times do |i|
    rows = Array.new([1000, total - (i * 1000)].min) { [text] }
    Sidekiq::Client.push_bulk('class' => MailSend, 'args' => rows)
  end
  puts({ added: total, rate: (total / (Meter.clock(Process::CLOCK_MONOTONIC) - started)).round }.to_json)
end
