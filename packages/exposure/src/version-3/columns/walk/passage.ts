import type { GoverningLabel } from '../../../labels/resolve-labels.ts';
import { OWNER_ENTRIES } from '../../walk/rows/masses.ts';
import { Arrivals } from './arrivals.ts';
import {
  extendTimes,
  type FoundRow,
  type FoundRows,
  isAmongBest,
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
  readonly #arrivals: Arrivals;
  readonly #evidence: boolean;
  total = 0;
  /** A lane, or as in a state the number of owners and one of all mass. */
  #plain = 0;
  #best = 0;
  #link = 0;
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
    this.#arrivals = new Arrivals(scratch, rows);
    this.#evidence = evidence;
    this.#steps = evidence ? STEPS : KEEPS_PATH;
    this.#exchanges = evidence ? EXCHANGES : KEEPS_PATH;
  }

  /** @param owners Entry of all the mass. */
  ofStart(mass: number, owners: number): void {
    this.total = mass;
    this.#plain = owners + 1;
    this.#best = mass;
    this.#link = 0;
    this.#exchanged = 0;
    this.#atExchange = 0;
    this.#onlyBad = 0;
  }

  ofState(state: number): void {
    const { stateWords: words } = this.#scratch;
    const at = state * layout.STATE_WORDS;
    this.total = this.#scratch.totalOf(state);
    this.#plain = words[at + layout.PLAIN] ?? 0;
    this.#best = this.#scratch.stateDoubles[state * layout.STATE_DOUBLES + layout.BEST] ?? 0;
    this.#link = words[at + layout.LINK] ?? 0;
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
    if (this.#isOfOneNumber()) {
      extendTimes(this.#rows.exchanged.at(this.#plain - 1), time);
      return;
    }
    const { lanes } = this.#scratch;
    const high = lanes.highOf(this.#plain);
    for (let owners = lanes.lowOf(this.#plain); owners <= high; owners += 1) {
      if (lanes.massAt(this.#plain, owners) > 0) extendTimes(this.#rows.exchanged.at(owners), time);
    }
  }

  /** Moves a part on to a state, which gets its lanes. */
  moveTo(state: number, factor: number, effect: PassageEffect, addsOwner: boolean): void {
    if (effect === NO_EFFECT && this.#isOfOneNumber()) {
      const owners = this.#plain - 1;
      const next = addsOwner && owners < OWNER_ENTRIES - 1 ? owners + 1 : owners;
      const best = this.#best * factor;
      this.#giveOne(state, next, best, best > 0 ? this.#scratch.links.linked(this.#link, owners, this.#steps) : 0);
      return;
    }
    this.#through(factor, effect, addsOwner);
    this.#give(state, this.#movedPlain, this.#movedExchanged, this.#movedAtExchange, this.#movedOnlyBad);
  }

  /** Leaves a part with the account, at another state, which gets the lanes themselves. */
  leaveAt(state: number, factor: number): void {
    if (this.#isOfOneNumber()) {
      this.#giveOne(state, this.#plain - 1, this.#best * factor, this.#link);
      return;
    }
    const { lanes } = this.#scratch;
    for (const lane of [this.#plain, this.#exchanged, this.#atExchange, this.#onlyBad]) {
      if (lane !== 0) lanes.scale(lane, factor);
    }
    this.#give(state, this.#plain, this.#exchanged, this.#atExchange, this.#onlyBad);
  }

  /** Gives the lanes back: nothing is left. */
  end(): void {
    if (this.#isOfOneNumber()) return;
    const { lanes } = this.#scratch;
    lanes.giveBack(this.#plain);
    lanes.giveBack(this.#exchanged);
    lanes.giveBack(this.#atExchange);
    lanes.giveBack(this.#onlyBad);
  }

  settleAtLabel(factor: number, effect: PassageEffect, rows: RowsOfSource, label: GoverningLabel, time: number): void {
    if (effect === NO_EFFECT && this.#isOfOneNumber()) {
      this.#arriveWith(
        rows.at(this.#plain - 1),
        this.total * factor,
        this.#best * factor,
        this.#plain - 1,
        label,
        time,
      );
      return;
    }
    if (effect === NO_EFFECT && this.#isPlain()) {
      this.#arriveOver(this.#plain, factor, rows, label, time);
      return;
    }
    this.#through(factor, effect, false);
    if (this.#movedPlain !== 0) this.#arrivals.add(this.#movedPlain, rows, label, time);
    if (this.#movedExchanged !== 0) {
      if (rows.isBad) this.#arrivals.add(this.#movedExchanged, rows, label, time);
      else this.#arrivals.addExchanged(this.#movedExchanged, this.#movedAtExchange);
    }
    if (this.#movedOnlyBad !== 0) {
      if (rows.isBad) this.#arrivals.add(this.#movedOnlyBad, rows, label, time);
      else this.#rows.notFollowed.add(this.#scratch.lanes.sumOf(this.#movedOnlyBad));
    }
    this.#giveBackMoved();
  }

  settleUnknown(factor: number, effect: PassageEffect): void {
    if (effect === NO_EFFECT && this.#isOfOneNumber()) {
      this.#rows.unknownOrigin.add(this.total * factor);
      return;
    }
    const { lanes } = this.#scratch;
    this.#through(factor, effect, false);
    if (this.#movedPlain !== 0) this.#rows.unknownOrigin.add(lanes.sumOf(this.#movedPlain));
    this.#arrivals.addExchanged(this.#movedExchanged, this.#movedAtExchange);
    if (this.#movedOnlyBad !== 0) this.#rows.notFollowed.add(lanes.sumOf(this.#movedOnlyBad));
    this.#giveBackMoved();
  }

  #isOfOneNumber(): boolean {
    return this.#plain !== 0 && this.#plain < layout.FIRST_LANE;
  }

  #isPlain(): boolean {
    return this.#exchanged === 0 && this.#onlyBad === 0;
  }

  #through(factor: number, effect: PassageEffect, addsOwner: boolean): void {
    const { lanes } = this.#scratch;
    if (this.#isOfOneNumber()) this.#plain = lanes.single(this.#plain - 1, this.total, this.#best, this.#link);
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

  #giveOne(state: number, owners: number, best: number, link: number): void {
    const { stateWords: words } = this.#scratch;
    const at = state * layout.STATE_WORDS;
    this.#scratch.stateDoubles[state * layout.STATE_DOUBLES + layout.BEST] = best;
    words[at + layout.LINK] = link;
    words[at + layout.PLAIN] = owners + 1;
    words[at + layout.EXCHANGED] = 0;
    words[at + layout.AT_EXCHANGE] = 0;
    words[at + layout.ONLY_BAD] = 0;
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

  /** What a part of a lane adds where a label ends it. */
  #arriveOver(lane: number, factor: number, rows: RowsOfSource, label: GoverningLabel, time: number): void {
    const { lanes } = this.#scratch;
    const high = lanes.highOf(lane);
    for (let owners = lanes.lowOf(lane); owners <= high; owners += 1) {
      const mass = lanes.massAt(lane, owners) * factor;
      if (!(mass > 0)) continue;
      this.#link = lanes.linkAt(lane, owners);
      this.#arriveWith(rows.at(owners), mass, lanes.bestAt(lane, owners) * factor, owners, label, time);
    }
  }

  /** Adds mass to a row; a link is made of its path alone that the row keeps. */
  #arriveWith(
    row: FoundRow,
    mass: number,
    best: number,
    owners: number,
    { label }: GoverningLabel,
    time: number,
  ): void {
    row.share.add(mass);
    nameLabel(row, label);
    extendTimes(row, time);
    if (this.#steps === KEEPS_PATH || !(best > 0) || !isAmongBest(row, best, mass)) return;
    keepPath(row, { best, share: mass, path: this.#scratch.links.linked(this.#link, owners, STEPS) });
  }
}
