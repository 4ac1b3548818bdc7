import type { Label } from '../../../labels/label.ts';
import { EXCHANGED, type ShareSource } from '../../mixture.ts';
import { isBad } from '../../rating/floors/risk-row.ts';
import type { Arrival, KeptPath, MixtureCollector } from './collector.ts';
import { type Lane, type Masses, OWNER_ENTRIES } from './masses.ts';
import { exchangeOf, type PathLink } from './path-link.ts';

/** What an account that ends the walk says of the money that it paid. */
export interface LabelEnd {
  readonly source: ShareSource;
  readonly label: Label;
  /** Unix seconds of its payment. */
  readonly time: number;
}

/** Adds mass that came to an account with a label that counts. */
export function settleAtLabel(collector: MixtureCollector<PathLink>, masses: Masses, end: LabelEnd): void {
  const { plain, exchanged, onlyBad } = masses;
  const isCounted = isBad(end.source);
  if (plain !== null) collector.add(arrivalOf(plain, end));
  if (exchanged !== null) {
    if (isCounted) collector.add(arrivalOf(exchanged, end));
    else settleExchanged(collector, masses);
  }
  if (onlyBad !== null) {
    if (isCounted) collector.add(arrivalOf(onlyBad, end));
    else collector.notFollowed.add(sumOf(onlyBad));
  }
}

/** Adds mass that no source could know the origin of. */
export function settleUnknown(collector: MixtureCollector<PathLink>, masses: Masses): void {
  const { plain, onlyBad } = masses;
  if (plain !== null) collector.unknownOrigin.add(sumOf(plain));
  settleExchanged(collector, masses);
  if (onlyBad !== null) collector.notFollowed.add(sumOf(onlyBad));
}

/** Adds mass that was not followed, whatever it passed. */
export function settleNotFollowed(collector: MixtureCollector<PathLink>, masses: Masses): void {
  collector.notFollowed.add(masses.total);
}

function settleExchanged(collector: MixtureCollector<PathLink>, { exchanged, atExchange }: Masses): void {
  if (exchanged === null || atExchange === null) return;
  // The time is noted when the mass comes to the exchange, since by the end nothing says which exchange it was.
  collector.add({ source: EXCHANGED, masses: atExchange, paths: pathsToExchange(exchanged), label: null, time: null });
}

const arrivalOf = (lane: Lane, { source, label, time }: LabelEnd): Arrival<PathLink> => ({
  source,
  masses: lane.masses,
  paths: pathsOf(lane),
  label,
  time,
});

const pathsOf = ({ links, bests }: Lane): readonly (KeptPath<PathLink> | null)[] =>
  links.map((path, entry) => (path === null ? null : { best: bests[entry] ?? 0, path }));

/** Paths up to their exchange, by owners there; of several the one that carries most. */
function pathsToExchange({ links, bests }: Lane): readonly (KeptPath<PathLink> | null)[] {
  const paths: (KeptPath<PathLink> | null)[] = Array.from({ length: OWNER_ENTRIES }, () => null);
  for (const [entry, link] of links.entries()) {
    const path = link === null ? null : exchangeOf(link);
    if (path === null) continue;
    const best = bests[entry] ?? 0;
    const before = paths[path.ownersAtExchange] ?? null;
    if (before === null || best > before.best) paths[path.ownersAtExchange] = { best, path };
  }
  return paths;
}

function sumOf({ masses }: Lane): number {
  let sum = 0;
  for (const mass of masses) sum += mass;
  return sum;
}
