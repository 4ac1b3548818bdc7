/** Loaded into a server and its threads: their clock is ahead by `DRILL_CLOCK_AHEAD_MS`, and by what a message adds. */
let aheadMs = Number(process.env['DRILL_CLOCK_AHEAD_MS'] ?? 0);

const SystemDate = Date;

class ShiftedDate extends SystemDate {
  // As of the system's own clock: without arguments, now.
  constructor(...given: [] | ConstructorParameters<typeof SystemDate>) {
    if (given.length === 0) super(ShiftedDate.now());
    else super(...given);
  }

  static override now(): number {
    return SystemDate.now() + aheadMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;

process.on('message', (message) => {
  if (typeof message !== 'object' || message === null || !('clockAheadMs' in message)) return;
  aheadMs = Number(message.clockAheadMs);
});
process.channel?.unref();
