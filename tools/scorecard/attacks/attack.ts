import type { LabelSketch } from '../case.ts';
import type { Payments } from '../world/payments.ts';

/** A history with an attack in it, or the one before it. */
export interface AttackScene {
  readonly payments: Payments;
  /** Whose stars are asked about. */
  readonly subject: string;
  /** Labels beside those of the cast. */
  readonly labels?: Readonly<Record<string, LabelSketch>>;
  /** Labels that the same keys have on another network. */
  readonly elsewhere?: Readonly<Record<string, LabelSketch>>;
  readonly contracts?: readonly string[];
  /** Days (`YYYY-MM-DD`) of which nobody has a price. */
  readonly daysWithoutPrice?: readonly string[];
  /** Ids of transactions that could not be read whole. */
  readonly notReadWhole?: readonly string[];
  /** Dollars of the attacker's own that he needs for the time of the attack and has again afterwards. */
  readonly lockedUsd?: number;
  /** Dollars that he does not see again, fees of transactions left out. */
  readonly givenUpUsd?: number;
}

/** One way to raise one's own stars, or to lower those of somebody else, with how far it was tried. */
export interface Attack {
  readonly id: string;
  /** `gaming_case`: one of the five that led to version 2; `page_3`: one that the page of version 3 names. */
  readonly family: 'gaming_case' | 'generator' | 'page_3';
  readonly title: string;
  readonly says: string;
  readonly aim: 'raise' | 'lower';
  /** Seed of what is drawn at random. */
  readonly seed: number;
  readonly before: () => AttackScene;
  /** From the cheapest on. */
  readonly efforts: readonly Effort[];
}

export interface Effort {
  readonly name: string;
  readonly scene: () => AttackScene;
}

/** What a transaction costs, and each further payment in it; an assumption, the same for every attack. */
export const TRANSACTION_FEE_USD = 1;
export const OUTPUT_FEE_USD = 0.1;

/** What a theft brings in these scenes. */
export const LOOT_USD = 100_000;
