import type { NodeId } from './record.ts';

/** How far a walk may go and who is told. The defaults are the method's (docs/method, section 3). */
export interface WalkOptions {
  /** Mass below which a state is not followed; share of the direction, 0..1. 1e-4. */
  readonly threshold?: number;
  /** R above which the threshold is divided by ten for another round; 1 never lowers it. 0.01. */
  readonly targetNotFollowed?: number;
  /** States taken in all rounds together. 100,000. */
  readonly maxStates?: number;
  /** Whether evidence paths are kept. True. */
  readonly evidence?: boolean;
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
   * Told, round by round, where mass became R because the records it needs are not held: an account, or on a UTXO
   * network a transaction. Whoever can fetch them knows by it what to fetch next.
   */
  readonly onUnread?: (node: NodeId, mass: number) => void;
  /** Called now and then on long walks, so that the host can do other work. */
  readonly breathe?: () => Promise<void>;
}

export interface WalkProgress {
  /** 1 for the first. */
  readonly round: number;
  readonly threshold: number;
  /** States taken in this round so far. */
  readonly states: number;
}

export type WalkSettings = Required<Omit<WalkOptions, Hooks>> & Pick<WalkOptions, Hooks>;

type Hooks = 'signal' | 'mayFetch' | 'onProgress' | 'onUnread' | 'breathe';

export class WalkCancelledError extends Error {
  constructor() {
    super('The walk was cancelled');
    this.name = 'WalkCancelledError';
  }
}

/** Fills in the method's numbers. */
export function settingsOf(options: WalkOptions): WalkSettings {
  return {
    threshold: 1e-4,
    targetNotFollowed: 0.01,
    maxStates: 100_000,
    evidence: true,
    batchSize: 128,
    pageLimit: 32,
    ...options,
  };
}

/** Steps between two breaths; a step is a record or a state, some 10 microseconds each. */
const BREATH_EVERY = 512;

/** Called after so many steps of a loop that may be long; breathes when it is time. */
export type Breath = (steps: number) => Promise<void>;

/** Keeps a long walk polite: cancellation at once, breath and progress now and then. */
export class WalkPace {
  readonly #settings: WalkSettings;
  #left = BREATH_EVERY;

  constructor(settings: WalkSettings) {
    this.#settings = settings;
  }

  /** Whether `rest` is due after so many more steps; cheap enough for every step. */
  isDue(steps = 1): boolean {
    if (this.#settings.signal?.aborted === true) throw new WalkCancelledError();
    this.#left -= steps;
    if (this.#left > 0) return false;
    this.#left = BREATH_EVERY;
    return true;
  }

  async rest(progress: WalkProgress): Promise<void> {
    this.#settings.onProgress?.(progress);
    await this.#settings.breathe?.();
  }
}
