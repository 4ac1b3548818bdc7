import type { GoverningLabel } from '../../../labels/resolve-labels.ts';
import { OWNER_ENTRIES } from '../../walk/rows/masses.ts';
import {
  extendTimes,
  type FoundRows,
  isAmongBest,
  keepOrJoinPath,
  keepPath,
  nameLabel,
  type RowsOfSource,
} from './found-rows.ts';
import { EXCHANGES, KEEPS_PATH, type Passing, STEPS } from './links.ts';
import type { FlowScratch } from './scratch.ts';
import * as layout from './state-layout.ts';

/** What passing a flow does to what comes from behind it (`Effect`). */
export const NO_EFFECT = 0;
export const BECOMES_EXCHANGED = 1;
export const ONLY_BAD_COUNTS = 2;
export type PassageEffect = typeof NO_EFFECT | typeof BECOMES_EXCHANGED | typeof ONLY_BAD_COUNTS;

/**
 * The masses of one start or state while they go over a flow: what arrives at a label, at unknown origin or at another
 * state. It adds what `Masses` and `settleAtLabel` add, in their order.
 */
export class Passage {
  readonly #scratch: FlowScratch;
  readonly #rows: FoundRows;
  readonly #evidence: boolean;
  total = 0;
  #plain = 0;
  #exchanged = 0;
  #atExchange = 0;
  #onlyBad = 0;
  /** Of what moves on. */
  #movedPlain = 0;
  #movedExchanged = 0;
  #movedAtExchange = 0;
  #movedOnlyBad = 0;
  #steps: Passing;
  #exchanges: Passing;

  constructor(scratch: FlowScratch, rows: FoundRows, evidence: boolean) {
    this.#scratch = scratch;
    this.#rows = rows;
    this.#evidence = evidence;
    this.#steps = evidence ? STEPS : KEEPS_PATH;
    this.#exchanges = evidence ? EXCHANGES : KEEPS_PATH;
  }

  /** @param owners Entry of all the mass. */
  ofStart(mass: number, owners: number): void {
    this.total = mass;
    this.#plain = this.#scratch.lanes.single(owners, mass);
    this.#exchanged = 0;
    this.#atExchange = 0;
    this.#onlyBad = 0;
  }

  ofState(state: number): void {
    const { stateWords: words } = this.#scratch;
    const at = state * layout.STATE_WORDS;
    this.total = this.#scratch.totalOf(state);
    this.#plain = words[at + layout.PLAIN] ?? 0;
    this.#exchanged = words[at + layout.EXCHANGED] ?? 0;
    this.#atExchange = words[at + layout.AT_EXCHANGE] ?? 0;
    this.#onlyBad = words[at + layout.ONLY_BAD] ?? 0;
  }

  /** Whether what moves makes a step of evidence; the step is the one that links are made of. */
  setSteps(makesSteps: boolean): void {
    this.#steps = makesSteps && this.#evidence ? STEPS : KEEPS_PATH;
    this.#exchanges = makesSteps && this.#evidence ? EXCHANGES : KEEPS_PATH;
  }

  /** Notes when something was exchanged, where that may make a row. */
  noteExchange(time: number): void {
    if (this.#plain === 0) return;
    const { lanes } = this.#scratch;
    const high = lanes.highOf(this.#plain);
    for (let owners = lanes.lowOf(this.#plain); owners <= high; owners += 1) {
      if (lanes.massAt(this.#plain, owners) > 0) extendTimes(this.#rows.exchanged.at(owners), time);
    }
  }

  /** Moves a part on to a state, which gets its lanes. */
  moveTo(state: number, factor: number, effect: PassageEffect, addsOwner: boolean): void {
    this.#through(factor, effect, addsOwner);
    this.#give(state, this.#movedPlain, this.#movedExchanged, this.#movedAtExchange, this.#movedOnlyBad);
  }

  /** Leaves a part with the account, at another state, which gets the lanes themselves. */
  leaveAt(state: number, factor: number): void {
    const { lanes } = this.#scratch;
    for (const lane of [this.#plain, this.#exchanged, this.#atExchange, this.#onlyBad]) {
      if (lane !== 0) lanes.scale(lane, factor);
    }
    this.#give(state, this.#plain, this.#exchanged, this.#atExchange, this.#onlyBad);
  }

  /** Gives the lanes back: nothing is left. */
  end(): void {
    const { lanes } = this.#scratch;
    lanes.giveBack(this.#plain);
    lanes.giveBack(this.#exchanged);
    lanes.giveBack(this.#atExchange);
    lanes.giveBack(this.#onlyBad);
  }

  settleAtLabel(factor: number, effect: PassageEffect, rows: RowsOfSource, label: GoverningLabel, time: number): void {
    if (effect === NO_EFFECT && this.#isPlain()) {
      this.#arriveOver(this.#plain, factor, rows, label, time);
      return;
    }
    this.#through(factor, effect, false);
    if (this.#movedPlain !== 0) this.#arrive(this.#movedPlain, rows, label, time);
    if (this.#movedExchanged !== 0) {
      if (rows.isBad) this.#arrive(this.#movedExchanged, rows, label, time);
      else this.#settleExchanged();
    }
    if (this.#movedOnlyBad !== 0) {
      if (rows.isBad) this.#arrive(this.#movedOnlyBad, rows, label, time);
      else this.#rows.notFollowed.add(this.#scratch.lanes.sumOf(this.#movedOnlyBad));
    }
    this.#giveBackMoved();
  }

  settleUnknown(factor: number, effect: PassageEffect): void {
    const { lanes } = this.#scratch;
    this.#through(factor, effect, false);
    if (this.#movedPlain !== 0) this.#rows.unknownOrigin.add(lanes.sumOf(this.#movedPlain));
    this.#settleExchanged();
    if (this.#movedOnlyBad !== 0) this.#rows.notFollowed.add(lanes.sumOf(this.#movedOnlyBad));
    this.#giveBackMoved();
  }

  #isPlain(): boolean {
    return this.#exchanged === 0 && this.#onlyBad === 0;
  }

  #through(factor: number, effect: PassageEffect, addsOwner: boolean): void {
    const { lanes } = this.#scratch;
    const isExchange = effect === BECOMES_EXCHANGED;
    const plain = this.#passed(this.#plain, factor, addsOwner, isExchange ? this.#exchanges : this.#steps);
    if (effect === NO_EFFECT && this.#isPlain()) {
      this.#movedPlain = plain;
      this.#movedExchanged = 0;
      this.#movedAtExchange = 0;
      this.#movedOnlyBad = 0;
      return;
    }
    const exchanged = this.#passed(this.#exchanged, factor, addsOwner, this.#steps);
    const atExchange = this.#passed(this.#atExchange, factor, false, KEEPS_PATH);
    const onlyBad = this.#passed(this.#onlyBad, factor, addsOwner, this.#steps);
    this.#movedPlain = 0;
    this.#movedExchanged = 0;
    this.#movedAtExchange = 0;
    switch (effect) {
      case NO_EFFECT:
        this.#movedPlain = plain;
        this.#movedExchanged = exchanged;
        this.#movedAtExchange = atExchange;
        this.#movedOnlyBad = onlyBad;
        break;
      case BECOMES_EXCHANGED:
        this.#movedExchanged = lanes.merged(plain, exchanged);
        this.#movedAtExchange = lanes.merged(this.#passed(this.#plain, factor, false, KEEPS_PATH), atExchange);
        this.#movedOnlyBad = onlyBad;
        break;
      case ONLY_BAD_COUNTS:
        lanes.giveBack(atExchange);
        this.#movedOnlyBad = lanes.merged(lanes.merged(plain, exchanged), onlyBad);
        break;
    }
  }

  #passed(lane: number, factor: number, addsOwner: boolean, passing: Passing): number {
    return lane === 0 ? 0 : this.#scratch.lanes.passed(lane, factor, addsOwner, passing);
  }

  #give(state: number, plain: number, exchanged: number, atExchange: number, onlyBad: number): void {
    const { stateWords: words } = this.#scratch;
    const at = state * layout.STATE_WORDS;
    words[at + layout.PLAIN] = plain;
    words[at + layout.EXCHANGED] = exchanged;
    words[at + layout.AT_EXCHANGE] = atExchange;
    words[at + layout.ONLY_BAD] = onlyBad;
  }

  #giveBackMoved(): void {
    const { lanes } = this.#scratch;
    lanes.giveBack(this.#movedPlain);
    lanes.giveBack(this.#movedExchanged);
    lanes.giveBack(this.#movedAtExchange);
    lanes.giveBack(this.#movedOnlyBad);
  }

  /** What a part of a lane adds where a label ends it; links are made of paths alone that a row keeps. */
  #arriveOver(lane: number, factor: number, rows: RowsOfSource, { label }: GoverningLabel, time: number): void {
    const { lanes, links } = this.#scratch;
    const high = lanes.highOf(lane);
    for (let owners = lanes.lowOf(lane); owners <= high; owners += 1) {
      const mass = lanes.massAt(lane, owners) * factor;
      if (!(mass > 0)) continue;
      const row = rows.at(owners);
      row.share.add(mass);
      nameLabel(row, label);
      extendTimes(row, time);
      if (this.#steps === KEEPS_PATH) continue;
      const best = lanes.bestAt(lane, owners) * factor;
      if (!(best > 0) || !isAmongBest(row, best, mass)) continue;
      keepPath(row, { best, share: mass, path: links.linked(lanes.linkAt(lane, owners), owners, STEPS) });
    }
  }

  #arrive(lane: number, rows: RowsOfSource, { label }: GoverningLabel, time: number): void {
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

  #settleExchanged(): void {
    const [exchanged, atExchange] = [this.#movedExchanged, this.#movedAtExchange];
    if (exchanged === 0 || atExchange === 0) return;
    const { lanes } = this.#scratch;
    const paths = this.#pathsToExchange(exchanged);
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

  /** Paths up to their exchange, by owners there; of several the one that carries most. */
  #pathsToExchange(lane: number): readonly ({ readonly best: number; readonly path: number } | undefined)[] {
    const { lanes, links } = this.#scratch;
    const paths: ({ readonly best: number; readonly path: number } | undefined)[] = Array.from({
      length: OWNER_ENTRIES,
    });
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
}
