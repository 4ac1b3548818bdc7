import type { NetworkId } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Pool } from '../../../../platform/db/index.ts';
import type { FollowState, MissingPart, NodeTip } from '../follow.ports.ts';
import { type LeaseToken, writeReport } from '../lease.store.ts';

const REPORT_EVERY_MS = 2_000;
/** A node whose newest block is older than this is hardly at its network's tip. */
const STALE_SECONDS = 3_600;

const WINDOW_MS = 60_000;
/** A rate of less time says little. */
const LEAST_MS = 500;

export interface ReporterPorts {
  readonly pool: Pool;
  readonly lease: LeaseToken;
  /** Name of the node. */
  readonly node: string;
  readonly say: (text: string) => void;
  readonly progress: (text: string) => void;
}

/** Says how far a follower is: in the database for status and metrics, on the terminal for people. */
export class Reporter {
  readonly #ports: ReporterPorts;
  readonly #network: NetworkId;
  #rates = new Rates();
  #tip: NodeTip | null = null;
  #state: FollowState | null = null;
  #problem: string | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(ports: ReporterPorts) {
    this.#ports = ports;
    this.#network = ports.lease.network;
  }

  /** The node's newest block. */
  async sawTip(tip: NodeTip): Promise<void> {
    const isNew = tip.hash !== this.#tip?.hash;
    this.#tip = tip;
    if (isNew || this.#isDue()) await this.#write(this.#state ?? 'catching-up');
  }

  /** Blocks were stored, up to this height. */
  async stored(height: number, blocks: number, records: number): Promise<void> {
    this.#rates.add(blocks, records);
    const rest = (this.#tip?.height ?? height) - height;
    this.#ports.progress(this.#text(height, rest));
    if (rest > 0 && this.#isDue()) await this.#write('catching-up');
  }

  async atTip(height: number): Promise<void> {
    if (this.#state === 'at-tip' && !this.#isDue()) return;
    if (this.#state !== 'at-tip') {
      this.#ports.say(`${this.#network}: at the tip, block ${formatCount(height)}.`);
      // What catching up reached says nothing of the pace of the network.
      this.#rates = new Rates();
    }
    await this.#write('at-tip', this.#doubtsAboutTip());
  }

  /** Something does not work for now. */
  async trouble(problem: string): Promise<void> {
    if (problem !== this.#problem) this.#ports.say(`${this.#network}: ${problem}`);
    await this.#write('waiting', problem);
  }

  async lacks(parts: readonly MissingPart[]): Promise<void> {
    await this.#write(this.#state ?? 'catching-up', this.#problem, parts);
  }

  #isDue(): boolean {
    return performance.now() - this.#writtenAt >= REPORT_EVERY_MS;
  }

  async #write(state: FollowState, problem: string | null = null, lacks?: readonly MissingPart[]): Promise<void> {
    const { pool, lease, node } = this.#ports;
    this.#state = state;
    this.#problem = problem;
    this.#writtenAt = performance.now();
    await writeReport(pool, lease, {
      state,
      node,
      problem,
      rates: this.#rates.perSecond,
      ...(this.#tip === null ? {} : { tip: this.#tip }),
      ...(lacks === undefined ? {} : { lacks }),
    });
  }

  #doubtsAboutTip(): string | null {
    if (this.#tip === null) return null;
    if (this.#tip.syncing) return `${this.#ports.node} is still syncing with its network.`;
    const age = Math.floor(Date.now() / 1000) - this.#tip.time;
    return age < STALE_SECONDS
      ? null
      : `The newest block of ${this.#ports.node} is ${formatCount(Math.floor(age / 60))} minutes old.`;
  }

  #text(height: number, rest: number): string {
    const { blocks, records } = this.#rates.perSecond;
    const pace =
      blocks === null || records === null
        ? ''
        : `, ${formatCount(Math.round(blocks))} blocks and ${formatCount(Math.round(records))} records a second`;
    const left = rest === 0 || blocks === null || blocks === 0 ? '' : `, ${timeLeft(rest / blocks)} left`;
    const of = rest === 0 ? '' : ` of ${formatCount(height + rest)}`;
    return `${this.#network}: block ${formatCount(height)}${of}${pace}${left}`;
  }
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
] as const;

/** A duration in its largest unit, rounded up. */
export function timeLeft(seconds: number): string {
  for (const [size, unit] of UNITS) if (seconds >= 2 * size) return `${Math.ceil(seconds / size)} ${unit}`;
  return `${Math.ceil(seconds)} s`;
}

interface Moment {
  readonly at: number;
  readonly blocks: number;
  readonly records: number;
}

/** Blocks and records a second over the last minute. */
export class Rates {
  readonly #now: () => number;
  readonly #moments: Moment[];

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#moments = [{ at: now(), blocks: 0, records: 0 }];
  }

  add(blocks: number, records: number): void {
    const at = this.#now();
    const last = this.#moments.at(-1);
    this.#moments.push({ at, blocks: (last?.blocks ?? 0) + blocks, records: (last?.records ?? 0) + records });
    while ((this.#moments[1]?.at ?? at) < at - WINDOW_MS) this.#moments.shift();
  }

  /** Null until there is something to say. */
  get perSecond(): { readonly blocks: number | null; readonly records: number | null } {
    const first = this.#moments[0];
    const last = this.#moments.at(-1);
    const seconds = (this.#now() - (first?.at ?? 0)) / 1000;
    if (first === undefined || last === undefined || seconds * 1000 < LEAST_MS) return { blocks: null, records: null };
    return { blocks: (last.blocks - first.blocks) / seconds, records: (last.records - first.records) / seconds };
  }
}
