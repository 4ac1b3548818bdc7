import { METHOD_REVISION, type MethodRevision } from '../method/method-revision.ts';
import { FIRST_THRESHOLD, MAX_STATES, TARGET_NOT_FOLLOWED } from '../method/numbers.ts';
import type { NodeId } from '../records/record.ts';

/** How far a walk may go and what it notifies. The defaults are the method's (docs/method, section 3). */
export interface WalkOptions {
  /** Mass below which a state is not followed; share of the direction, 0..1. 1e-4. */
  readonly threshold?: number;
  /** R above which the threshold is divided by ten for another round; 1 never lowers it. 0.01. */
  readonly targetNotFollowed?: number;
  /** States taken in all rounds together. 100,000. */
  readonly maxStates?: number;
  /**
   * Starts from these of the subject's own records alone, as for the exposure of one payment
   * (docs/method/transactions): positions of transfers, or nodes of transactions on a UTXO network. Amount and number of
   * records are theirs. All of the subject's records in the direction by default.
   */
  readonly only?: readonly number[];
  /** Whether evidence paths are kept. True. */
  readonly evidence?: boolean;
  /** Revision of version 1 whose rules hold; only what was issued by an earlier one asks for it. The latest. */
  readonly revision?: MethodRevision;
  /** Questions per round trip, and records per question; neither changes any bit of the result. 128 and 32. */
  readonly batchSize?: number;
  readonly pageLimit?: number;
  /** Stops the walk with `WalkCancelledError` soon after it turns true; an AbortSignal fits. */
  readonly signal?: { readonly aborted: boolean };
  /**
   * How a host bounds time and calls: asked before each round trip behind the subject's own records. Once it answers
   * false nothing more is read, and mass that would need it is R.
   */
  readonly mayFetch?: () => boolean;
  readonly onProgress?: (progress: WalkProgress) => void;
  /**
   * Called, round by round, where mass became R because the records it needs are not stored: an account, or on a UTXO
   * network a transaction. A caller that can fetch records learns from it what to fetch next.
   */
  readonly onUnread?: (node: NodeId, mass: number) => void;
  /** Called now and then on long walks, so that the host can do other work. */
  readonly yieldToEventLoop?: () => Promise<void>;
}

export interface WalkProgress {
  /** 1 for the first. */
  readonly round: number;
  readonly threshold: number;
  /** States taken in this round so far. */
  readonly states: number;
}

export type WalkSettings = Required<Omit<WalkOptions, Optional>> & Pick<WalkOptions, Optional>;

type Optional = 'only' | 'signal' | 'mayFetch' | 'onProgress' | 'onUnread' | 'yieldToEventLoop';

export class WalkCancelledError extends Error {
  constructor() {
    super('The walk was cancelled');
    this.name = 'WalkCancelledError';
  }
}

/** Fills in the method's numbers. */
export function settingsOf(options: WalkOptions): WalkSettings {
  return {
    threshold: FIRST_THRESHOLD,
    targetNotFollowed: TARGET_NOT_FOLLOWED,
    maxStates: MAX_STATES,
    evidence: true,
    revision: METHOD_REVISION,
    batchSize: 128,
    pageLimit: 32,
    ...options,
  };
}

/** Steps between two yields; a step is a record or a state, some 10 microseconds each. */
const YIELD_EVERY = 512;

/** Called after so many steps of a loop that may be long; yields the event loop when it is time. */
export type EventLoopYield = (steps: number) => Promise<void>;

/** A part of a walk, step by step: where it is when it is time to yield, and at last what it found. */
export type PacedSteps<Found> = Generator<WalkProgress, Found, void>;

/** Makes a long walk cooperative: it reacts to cancellation at once, and yields and reports progress now and then. */
export class WalkPace {
  readonly #settings: WalkSettings;
  /** Whether anybody asked for rests: without them a walk whose records are there is never interrupted. */
  readonly #rests: boolean;
  #left = YIELD_EVERY;

  constructor(settings: WalkSettings) {
    this.#settings = settings;
    this.#rests = settings.onProgress !== undefined || settings.yieldToEventLoop !== undefined;
  }

  /** Whether `rest` is due after so many more steps; cheap enough for every step. */
  isDue(steps = 1): boolean {
    if (this.#settings.signal?.aborted === true) throw new WalkCancelledError();
    if (!this.#rests) return false;
    this.#left -= steps;
    if (this.#left > 0) return false;
    this.#left = YIELD_EVERY;
    return true;
  }

  async rest(progress: WalkProgress): Promise<void> {
    this.#settings.onProgress?.(progress);
    await this.#settings.yieldToEventLoop?.();
  }

  /** Takes all steps: at once, unless it has to yield on the way. Most walks are shorter than what a promise costs them. */
  run<Found>(steps: PacedSteps<Found>): Found | Promise<Found> {
    const first = steps.next();
    return first.done === true ? first.value : this.#goOn(steps, first.value);
  }

  async #goOn<Found>(steps: PacedSteps<Found>, from: WalkProgress): Promise<Found> {
    await this.rest(from);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.rest(step.value);
    }
  }
}
