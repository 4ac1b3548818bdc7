import type { GoverningLabel } from '../../../labels/resolve-labels.ts';
import { OWNER_ENTRIES } from '../../walk/rows/masses.ts';
import {
  extendTimes,
  type FoundRows,
  keepOrJoinPath,
  type LinkedPath,
  nameLabel,
  type RowsOfSource,
} from './found-rows.ts';
import type { FlowScratch } from './scratch.ts';

/** Adds lanes that moved to where they end, as `MixtureCollector.add` does. */
export class Arrivals {
  readonly #scratch: FlowScratch;
  readonly #rows: FoundRows;

  constructor(scratch: FlowScratch, rows: FoundRows) {
    this.#scratch = scratch;
    this.#rows = rows;
  }

  /** Adds a lane where a label ends it. */
  add(lane: number, rows: RowsOfSource, { label }: GoverningLabel, time: number): void {
    const { lanes } = this.#scratch;
    const high = lanes.highOf(lane);
    for (let owners = lanes.lowOf(lane); owners <= high; owners += 1) {
      const mass = lanes.massAt(lane, owners);
      if (!(mass > 0)) continue;
      const row = rows.at(owners);
      row.share.add(mass);
      nameLabel(row, label);
      extendTimes(row, time);
      const path = lanes.linkAt(lane, owners);
      if (path !== 0) keepOrJoinPath(row, { best: lanes.bestAt(lane, owners), share: mass, path });
    }
  }

  /** Adds what was exchanged: a lane by owners at its exchange, with the paths of the other up to there. */
  addExchanged(exchanged: number, atExchange: number): void {
    if (exchanged === 0 || atExchange === 0) return;
    const { lanes } = this.#scratch;
    const paths = pathsToExchange(this.#scratch, exchanged);
    const high = lanes.highOf(atExchange);
    for (let owners = lanes.lowOf(atExchange); owners <= high; owners += 1) {
      const mass = lanes.massAt(atExchange, owners);
      if (!(mass > 0)) continue;
      const row = this.#rows.exchanged.at(owners);
      row.share.add(mass);
      const path = paths[owners];
      if (path !== undefined) keepOrJoinPath(row, { ...path, share: mass });
    }
  }
}

/** Paths of a lane up to their exchange, by owners there; of several the one that carries most. */
function pathsToExchange({ lanes, links }: FlowScratch, lane: number): readonly (LinkedPath | undefined)[] {
  const paths: (LinkedPath | undefined)[] = Array.from({ length: OWNER_ENTRIES });
  const high = lanes.highOf(lane);
  for (let owners = lanes.lowOf(lane); owners <= high; owners += 1) {
    const link = lanes.linkAt(lane, owners);
    const path = link === 0 ? 0 : links.exchangeOf(link);
    if (path === 0) continue;
    const best = lanes.bestAt(lane, owners);
    const at = links.ownersAtExchange(path);
    const before = paths[at];
    if (before === undefined || best > before.best) paths[at] = { best, path };
  }
  return paths;
}
