import type { Stars } from '@assay/domain';
import type { Label, MethodVersion } from '@assay/exposure';
import type { LabelSketch } from '../case.ts';
import { ENTITIES } from '../cast.ts';
import { labelOf } from '../scene.ts';
import { UNITS_PER_USD } from '../world/payments.ts';
import { Rater } from '../world/rate.ts';
import type { World } from '../world/world.ts';
import { type Attack, type AttackScene, OUTPUT_FEE_USD, TRANSACTION_FEE_USD } from './attack.ts';
import { GAMING_CASES } from './gaming-cases.ts';
import { GRIEFING } from './griefing.ts';
import { SERVICES } from './services.ts';
import { WASHING } from './washing.ts';

export const ATTACKS: readonly Attack[] = [...GAMING_CASES, ...WASHING, ...SERVICES, ...GRIEFING];

/** One effort of an attack: what it costs beyond the history before it, and the stars after it. */
export interface Attempt {
  readonly effort: string;
  readonly transactions: number;
  readonly feesUsd: number;
  readonly givenUpUsd: number;
  readonly lockedUsd: number;
  /** By version. 0 is N/A. */
  readonly stars: Readonly<Record<MethodVersion, Stars>>;
}

/** What an attack brings under one version at the effort that costs least by gained star; of equal ones, the best. */
export interface Outcome {
  readonly before: Stars;
  /** Stars at that effort; those before where no effort gains one. */
  readonly after: Stars;
  /** Stars that the attacker gains, or that his victim loses. */
  readonly gained: number;
  /** Most that any effort gains. */
  readonly most: number;
  /** Some effort ends without stars: the attacker gains none, and nothing is said against him. */
  readonly endsUnrated: boolean;
  /** Which of the attempts; null where none gains a star. */
  readonly attempt: number | null;
  /** Fees and what is given up, by gained star; null where none is gained. */
  readonly usdPerStar: number | null;
}

export interface AttackResult {
  readonly id: string;
  readonly family: Attack['family'];
  readonly title: string;
  readonly says: string;
  readonly aim: Attack['aim'];
  readonly seed: number;
  readonly attempts: readonly Attempt[];
  readonly outcomes: Readonly<Record<MethodVersion, Outcome>>;
}

/** Runs an attack with every effort, under both versions. */
export async function runAttack(attack: Attack): Promise<AttackResult> {
  const { id, family, title, says, aim, seed, efforts } = attack;
  const start = attack.before();
  const before = await starsOf(start);
  const attempts: Attempt[] = [];
  for (const { name, scene } of efforts) {
    const built = scene();
    attempts.push({ effort: name, ...costOf(built, start), stars: await starsOf(built) });
  }
  const outcomes = { '1': outcomeOf(aim, before['1'], attempts, '1'), '2': outcomeOf(aim, before['2'], attempts, '2') };
  return { id, family, title, says, aim, seed, attempts, outcomes };
}

function outcomeOf(aim: Attack['aim'], before: Stars, attempts: readonly Attempt[], version: MethodVersion): Outcome {
  const endsUnrated = attempts.some(({ stars }) => stars[version] === 0);
  const gains = attempts
    .map(({ stars, feesUsd, givenUpUsd, lockedUsd }, attempt) => {
      const after = stars[version];
      const gained = after === 0 ? 0 : aim === 'raise' ? after - before : before - after;
      return { after, gained, attempt, lockedUsd, usdPerStar: roundCents((feesUsd + givenUpUsd) / gained) };
    })
    .filter(({ gained }) => gained > 0)
    .toSorted((a, b) => a.usdPerStar - b.usdPerStar || b.gained - a.gained || a.lockedUsd - b.lockedUsd);
  const most = Math.max(0, ...gains.map(({ gained }) => gained));
  const [best] = gains;
  if (best === undefined) {
    return { before, after: before, gained: 0, most, endsUnrated, attempt: null, usdPerStar: null };
  }
  const { after, gained, attempt, usdPerStar } = best;
  return { before, after, gained, most, endsUnrated, attempt, usdPerStar };
}

function costOf(scene: AttackScene, start: AttackScene): Omit<Attempt, 'effort' | 'stars'> {
  const [own, first] = [scene.payments.effort, start.payments.effort];
  const transactions = Math.max(0, own.transactions - first.transactions);
  const outputs = Math.max(0, own.furtherOutputs - first.furtherOutputs);
  return {
    transactions,
    feesUsd: roundCents(transactions * TRANSACTION_FEE_USD + outputs * OUTPUT_FEE_USD),
    givenUpUsd: roundCents(scene.givenUpUsd ?? 0),
    lockedUsd: roundCents(Math.max(0, (scene.lockedUsd ?? 0) - (start.lockedUsd ?? 0))),
  };
}

const roundCents = (usd: number): number => Math.round(usd * 100) / 100;

async function starsOf(scene: AttackScene): Promise<Readonly<Record<MethodVersion, Stars>>> {
  const rater = new Rater(worldOf(scene));
  const rate = async (version: MethodVersion) => (await rater.rate(version, scene.subject)).stars;
  return { '1': await rate('1'), '2': await rate('2') };
}

function worldOf({ payments, labels, elsewhere, contracts }: AttackScene): World {
  const given = (sketches: Readonly<Record<string, LabelSketch>>): [string, readonly Label[]][] =>
    Object.entries(sketches).map(([address, sketch]) => [address, [labelOf(address, sketch)]]);
  const carried = given(elsewhere ?? {}).map(([address, own]): [string, readonly Label[]] => [
    address,
    own.map((label) => ({ ...label, confidence: Math.min(40, label.confidence), carriedFrom: 'ETH' })),
  ]);
  return {
    network: 'BSC',
    records: { kind: 'account', transfers: payments.transfers },
    labels: new Map([...given(ENTITIES), ...given(labels ?? {})]),
    carried: new Map(carried),
    contracts: new Set(contracts ?? []),
    isWhole: true,
    usdPerUnit: 1 / UNITS_PER_USD,
    now: payments.end,
  };
}
