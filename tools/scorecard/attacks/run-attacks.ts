import type { Stars } from '@assay/domain';
import type { Label } from '@assay/exposure';
import type { LabelSketch } from '../case.ts';
import { ENTITIES } from '../cast.ts';
import { labelOf } from '../scene.ts';
import { type ByVersion, byVersion } from '../version.ts';
import { UNITS_PER_USD } from '../world/payments.ts';
import { Rater } from '../world/rate.ts';
import type { Finding } from '../world/rate-3.ts';
import { EVERY_SERVICE } from '../world/reviewed-list.ts';
import type { World } from '../world/world.ts';
import { type Attack, type AttackScene, OUTPUT_FEE_USD, TRANSACTION_FEE_USD } from './attack.ts';
import { GAMING_CASES } from './gaming-cases.ts';
import { GRIEFING } from './griefing.ts';
import { OF_PAGE_3 } from './of-page-3.ts';
import { type Cost, type Outcome, outcomeOf, roundCents } from './outcome.ts';
import { SERVICES } from './services.ts';
import { WASHING } from './washing.ts';

export const ATTACKS: readonly Attack[] = [...GAMING_CASES, ...WASHING, ...SERVICES, ...GRIEFING, ...OF_PAGE_3];

/** One effort of an attack: what it costs beyond the history before it, and what is made of it. */
export interface Attempt extends Cost, Standing {
  readonly effort: string;
}

/** What every version makes of the wallet that is asked about. 0 is without stars. */
interface Standing {
  readonly stars: ByVersion<Stars>;
  /** Why version 3 gives none; null where it gives stars. */
  readonly finding: Finding | null;
  /** By version 3, for somebody who is to be paid all that the wallet holds; null where it holds nothing. */
  readonly paying: Stars | null;
}

export interface AttackResult {
  readonly id: string;
  readonly family: Attack['family'];
  readonly title: string;
  readonly says: string;
  readonly aim: Attack['aim'];
  readonly seed: number;
  readonly attempts: readonly Attempt[];
  readonly outcomes: ByVersion<Outcome>;
  /** The same for who is paid all that the wallet holds, by version 3; null where it holds nothing before or after. */
  readonly paying: Outcome | null;
}

/** Runs an attack with every effort, under every version. */
export async function runAttack(attack: Attack): Promise<AttackResult> {
  const { id, family, title, says, aim, seed, efforts } = attack;
  const start = attack.before();
  const before = await standingOf(start);
  const attempts: Attempt[] = [];
  for (const { name, scene } of efforts) {
    const built = scene();
    attempts.push({ effort: name, ...costOf(built, start), ...(await standingOf(built)) });
  }
  const outcomes = byVersion((version) =>
    outcomeOf(
      aim,
      before.stars[version],
      attempts,
      attempts.map(({ stars }) => stars[version]),
    ),
  );
  const paid = attempts.flatMap(({ paying }) => paying ?? []);
  const isPaying = before.paying !== null && paid.length === attempts.length;
  const paying = isPaying ? outcomeOf(aim, before.paying ?? 0, attempts, paid) : null;
  return { id, family, title, says, aim, seed, attempts, outcomes, paying };
}

function costOf(scene: AttackScene, start: AttackScene): Cost {
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

async function standingOf(scene: AttackScene): Promise<Standing> {
  const rater = new Rater(worldOf(scene));
  const third = await rater.third.rate(scene.subject);
  const paying = await rater.third.ratePaying(scene.subject);
  const stars = {
    '1': (await rater.rate('1', scene.subject)).stars,
    '2': (await rater.rate('2', scene.subject)).stars,
    '3': third.stars,
  };
  return { stars, finding: third.finding, paying: paying?.stars ?? null };
}

function worldOf({ payments, labels, elsewhere, ...scene }: AttackScene): World {
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
    contracts: new Set(scene.contracts ?? []),
    isWhole: true,
    notReadWhole: new Set(scene.notReadWhole ?? []),
    reviewedList: EVERY_SERVICE,
    usdPerUnit: 1 / UNITS_PER_USD,
    daysWithoutPrice: new Set(scene.daysWithoutPrice ?? []),
    now: payments.end,
  };
}
