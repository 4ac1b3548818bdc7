import type { FreezeEvent, FreezeEventsPart } from '../../../freezes/freezes.ports.ts';

/** Events of one kind from a place on, the oldest first. */
export interface EventStretch {
  readonly events: readonly FreezeEvent[];
  /** The last place that is read completely; `null` where the list was read to the end that was asked for. */
  readonly cutAt: number | null;
}

/** The place of an event: its block, or on Tron its time. */
export type PlaceOf = (event: FreezeEvent) => number;

/**
 * Reads events of several kinds side by side, from `from` to `end`, where a provider answers a limited number of each:
 * a part ends where the first of the lists was cut, and the next begins behind it.
 */
export async function* partsOfStretches(
  range: { readonly from: number; readonly end: number },
  placeOf: PlaceOf,
  read: readonly ((from: number) => Promise<EventStretch>)[],
): AsyncGenerator<FreezeEventsPart> {
  const { end } = range;
  let { from } = range;
  for (;;) {
    const stretches = [];
    for (const one of read) stretches.push(await one(from));
    const readTo = Math.min(end, ...stretches.flatMap(({ cutAt }) => (cutAt === null ? [] : [cutAt])));
    const events = stretches.flatMap((stretch) => stretch.events).filter((event) => placeOf(event) <= readTo);
    yield { events, readTo, end };
    if (readTo >= end) return;
    from = readTo + 1;
  }
}
