import type { Label } from '../../labels/label.ts';
import type { ShareSource } from '../mixture.ts';
import { type KeptPath, MixtureCollector } from '../walk/rows/collector.ts';
import type { Lane, Trail } from './lanes.ts';

/** The best single path to a place where a share was found, and the owners of the share. */
export interface FoundPath {
  readonly end: Trail;
  readonly owners: number;
}

/** Where shares were found. */
export interface Place {
  readonly source: ShareSource;
  readonly label: Label | null;
  /** Unix seconds of the payment from there. */
  readonly time: number;
  /** The far end of a path, from what came before; null where no paths are kept. */
  readonly endAfter: ((before: Trail) => Trail) | null;
}

/** Adds up what a walk of coins found, and what it did not. */
export class FoundRows extends MixtureCollector<FoundPath> {
  /** Takes a part of the mass of a lane, by its owners. */
  addPart({ source, label, time, endAfter }: Place, lane: Lane | null, part: number): void {
    if (lane === null) return;
    const masses = [0];
    const paths: (KeptPath<FoundPath> | null)[] = [null];
    for (const [place, mass] of lane.mass.entries()) {
      const found = mass * part;
      const before = lane.trail[place] ?? null;
      const isShown = endAfter !== null && before !== null && found > 0;
      masses.push(found);
      paths.push(
        isShown ? { best: (lane.best[place] ?? 0) * part, path: { end: endAfter(before), owners: place + 1 } } : null,
      );
    }
    this.add({ source, masses, paths, label, time });
  }
}
