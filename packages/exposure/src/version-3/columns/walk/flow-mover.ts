import { FLAGS } from '../../../columns/account-rows.ts';
import { CHUNK_BITS, CHUNK_MASK } from '../../../columns/record-log.ts';
import type { NodeId } from '../../../records/record.ts';
import type { WalkPace, WalkSettings } from '../../../walk/options.ts';
import type { IsOnReviewedList } from '../../mixture.ts';
import type { Start } from '../../walk/flow-walk.ts';
import type { Outcome } from '../../walk/outcome.ts';
import { type OutcomeContext, outcomesOf } from '../../walk/outcomes.ts';
import type { Effect } from '../../walk/rows/masses.ts';
import { IS_SAMPLE } from '../flow-tables.ts';
import * as at from '../line.ts';
import type { WalkableFlows } from '../walkable-flows.ts';
import type { FoundRows } from './found-rows.ts';
import { BECOMES_EXCHANGED, NO_EFFECT, ONLY_BAD_COUNTS, Passage, type PassageEffect } from './passage.ts';
import type { FlowScratch } from './scratch.ts';

/** What every round of one walk on columns shares. */
export interface ColumnFlowWalk {
  readonly columns: WalkableFlows;
  /** Number of the account that counts as unlabelled throughout. */
  readonly subject: number;
  readonly context: OutcomeContext;
  readonly isOnReviewedList: IsOnReviewedList;
  readonly starts: readonly Start[];
  readonly flowsOfStarts: number;
  /** Share of all mass that is R from the start. */
  readonly unread: number;
  readonly keepsTaken: boolean;
  readonly settings: WalkSettings;
  readonly pace: WalkPace;
}

/** Positions less half of their range, so that twice a key is whole. */
const MIDDLE = 2 ** 52;
const MIDDLE_SECOND = MIDDLE / at.RANKS_PER_SECOND;

const NO_WORDS = new Uint32Array(0);

export const keyAt = (time: number, rank: number): number => (time - MIDDLE_SECOND) * at.RANKS_PER_SECOND + rank;

/** Moves what a start or state has over a flow, to where its money came from: what `outcomesOf` says, on lines. */
export class FlowMover {
  readonly passage: Passage;
  readonly #walk: ColumnFlowWalk;
  readonly #scratch: FlowScratch;
  readonly #rows: FoundRows;
  readonly #threshold: number;

  constructor(walk: ColumnFlowWalk, threshold: number, scratch: FlowScratch, rows: FoundRows) {
    this.#walk = walk;
    this.#scratch = scratch;
    this.#rows = rows;
    this.#threshold = threshold;
    this.passage = new Passage(scratch, rows, walk.settings.evidence);
  }

  /** Moves what the passage has over a flow, to where its money came from (`outcomesOf`). */
  moveOver(line: number, share: number, depth: number): void {
    const { columns, subject, keepsTaken } = this.#walk;
    const { log } = columns.tables;
    const words = log.words[line >>> CHUNK_BITS] ?? NO_WORDS;
    const first = (line & CHUNK_MASK) << 4;
    const word = words[first + at.RANK] ?? 0;
    const isIntoPool = (word & at.IS_INTO_POOL) !== 0;
    const isUnread = !isIntoPool && (word & at.UNREAD) !== 0;
    const time = words[first + at.TIME] ?? 0;
    const part = words[first + at.PART] ?? 0;
    if (isUnread || (part !== 0 && !isIntoPool && this.#isPassedOn(part, time))) {
      for (const outcome of outcomesOf(columns.flowOf(line), this.#walk.context)) {
        this.moveBy(outcome, line, share, depth);
      }
      return;
    }
    const from = words[first + at.FROM] ?? 0;
    const before = words[first + at.FROM_PREVIOUS_IN] ?? 0;
    const isFromPool = (word & at.IS_FROM_POOL) !== 0;
    this.#scratch.links.begin(line, isFromPool);
    this.passage.setSteps(true);
    if (isFromPool) {
      const bound = keyAt(time, at.rankIn(word)) - 1;
      this.#moveTo(from, before, bound, share, 1, this.#effectOf(word, false), false, time, depth);
      return;
    }
    const isKnown = from !== subject && columns.labels.isMarked(from);
    const counting = isKnown ? columns.labels.countingAt(from, time) : null;
    const hasExchanged = counting === null && (word & at.HAS_PAYER_RECEIVED) !== 0;
    const effect = isIntoPool ? (hasExchanged ? BECOMES_EXCHANGED : NO_EFFECT) : this.#effectOf(word, hasExchanged);
    if (counting !== null) {
      const rows = this.#rows.ofLabel(counting, time);
      if (rows.isBad && keepsTaken) this.#scratch.moves.addBad(1);
      if (!this.#isMoving(share, effect, time)) return;
      this.passage.settleAtLabel(share, effect, rows, counting, time);
      return;
    }
    const number = words[first + at.COVERED] ?? 0;
    const covered = number === 0 ? 1 : columns.tables.covered.shareAt(number);
    if (covered > 0) {
      const bound = keyAt(time, words[first + at.FIRST_RANK] ?? 0) - 1;
      this.#moveTo(from, before, bound, share, covered, effect, true, time, depth);
    }
    if (covered < 1) this.leaveUncovered(from, share * (1 - covered), effect, time);
  }

  /** Whether an account passed money on in a part whose label is of tier S or A: most parts have none. */
  #isPassedOn(part: number, time: number): boolean {
    const { columns, subject } = this.#walk;
    const { partRecords } = columns.tables;
    return partRecords.hasPasser(part, (account) => account !== subject && columns.labels.isSevereAt(account, time));
  }

  #effectOf(word: number, hasExchanged: boolean): PassageEffect {
    if ((word & (at.ONLY_BAD_COUNTS | at.UNREAD)) !== 0) return ONLY_BAD_COUNTS;
    return hasExchanged || (word & at.HAS_RECEIVER_GIVEN) !== 0 ? BECOMES_EXCHANGED : NO_EFFECT;
  }

  /** Moves a part by an outcome that was found as on pages. */
  moveBy(outcome: Outcome, line: number, share: number, depth: number): void {
    const { columns, keepsTaken } = this.#walk;
    const { step, ending, factor } = outcome;
    const effect = effectOf(outcome.effect);
    const time = step?.time ?? 0;
    this.passage.setSteps(step !== null);
    if (step !== null) this.#scratch.links.beginPart(line, step);
    switch (ending.kind) {
      case 'label': {
        const { source, label } = ending;
        const rows = this.#rows.ofSource(source);
        if (rows.isBad && keepsTaken) this.#scratch.moves.addBad(factor);
        if (!this.#isMoving(share * factor, effect, time)) return;
        const counting = { label, beforeDesignation: source.beforeDesignation };
        this.passage.settleAtLabel(share * factor, effect, rows, counting, ending.time);
        return;
      }
      case 'unknown':
        if (this.#isMoving(share * factor, effect, time)) this.passage.settleUnknown(share * factor, effect);
        return;
      case 'not_followed':
        if (this.#isMoving(share * factor, effect, time)) this.#leaveUnread(share * factor, ending.of);
        return;
      case 'account': {
        const { node, key, isOwner } = ending;
        const account = node - columns.tables.firstNode;
        const before = line === 0 ? columns.lastInUpTo(account, key) : columns.lastInBeforePart(account, line);
        this.#moveTo(account, before, key - MIDDLE, share, factor, effect, isOwner, time, depth);
      }
    }
  }

  /** Moves a part to the flow into an account that is before it, which is where it came from. */
  #moveTo(
    account: number,
    before: number,
    bound: number,
    share: number,
    part: number,
    effect: PassageEffect,
    isOwner: boolean,
    time: number,
    depth: number,
  ): void {
    const factor = share * part;
    let state = 0;
    if (this.#isMoving(factor, effect, time)) {
      const tally = this.#scratch.tallyOf(account);
      const total = this.passage.total * factor;
      state = this.#scratch.add(tally, before, bound, total, isOwner ? depth + 1 : depth, this.#threshold);
      this.passage.moveTo(state, factor, effect, isOwner);
    }
    if (this.#walk.keepsTaken) this.#scratch.moves.add(part, state);
  }

  /** Whether something moves at all; then what is exchanged is noted. */
  #isMoving(factor: number, effect: PassageEffect, time: number): boolean {
    if (!(this.passage.total * factor > 0)) return false;
    if (effect === BECOMES_EXCHANGED) this.passage.noteExchange(time);
    return true;
  }

  /** What an account paid that its records do not cover: unknown origin, but R in a sample. */
  leaveUncovered(account: number, factor: number, effect: PassageEffect, time: number): void {
    if (!this.#isMoving(factor, effect, time)) return;
    const { tables } = this.#walk.columns;
    const isSample = (tables.accounts.word(account, FLAGS) & IS_SAMPLE) !== 0;
    if (isSample) this.#leaveUnread(factor, tables.firstNode + account);
    else this.passage.settleUnknown(factor, effect);
  }

  #leaveUnread(factor: number, node: NodeId | null): void {
    const mass = this.passage.total * factor;
    this.#rows.notFollowed.add(mass);
    if (node !== null) this.#walk.settings.onUnread?.(node, mass);
  }
}

function effectOf(effect: Effect): PassageEffect {
  switch (effect) {
    case 'none':
      return NO_EFFECT;
    case 'exchanged':
      return BECOMES_EXCHANGED;
    case 'only_bad_counts':
      return ONLY_BAD_COUNTS;
  }
}
