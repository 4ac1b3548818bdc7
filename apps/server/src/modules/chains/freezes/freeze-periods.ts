import type { FreezeEvent } from './freezes.ports.ts';

/** From when to when an address was frozen. */
export interface FreezePeriod {
  readonly address: string;
  /** The event that froze it. */
  readonly from: FreezeEvent;
  /** The event that released it; null while it is frozen. */
  readonly to: FreezeEvent | null;
}

/**
 * The periods that events come to. Freezing what is frozen, and releasing what is not, changes nothing.
 *
 * @param events those of one address together, the oldest first
 */
export async function* freezePeriods(events: AsyncIterable<FreezeEvent>): AsyncGenerator<FreezePeriod> {
  let open: FreezeEvent | null = null;
  for await (const event of events) {
    if (open !== null && open.address !== event.address) {
      yield { address: open.address, from: open, to: null };
      open = null;
    }
    if (event.kind === 'frozen') open ??= event;
    else if (open !== null) {
      yield { address: event.address, from: open, to: event };
      open = null;
    }
  }
  if (open !== null) yield { address: open.address, from: open, to: null };
}
