import type { Label, RawTransaction, RawTransfer } from '@assay/exposure';
import type { CoinMove, LabelSketch, Move, ScoreCase } from './case.ts';
import { ENTITIES } from './cast.ts';
import { UNITS_PER_USD } from './world/payments.ts';
import { EVERY_SERVICE } from './world/reviewed-list.ts';
import type { World } from './world/world.ts';

const DAY_SECONDS = 86_400;
const FIRST_DAY = 1_735_689_600;
const CHECK_DAY = 400;

const timeOf = (day: number) => FIRST_DAY + day * DAY_SECONDS;
const unitsOf = (usd: number) => BigInt(Math.round(usd * UNITS_PER_USD));

/** The world of a scene; with `leaveOut`, the subject's own labels are not known. */
export function sceneOf(one: ScoreCase, leaveOut: boolean): { readonly world: World; readonly subject: string } {
  return { world: worldOf(one, leaveOut), subject: one.subject };
}

function worldOf(one: ScoreCase, leaveOut: boolean): World {
  const labels = new Map<string, readonly Label[]>();
  for (const [address, sketch] of Object.entries(ENTITIES)) labels.set(address, [labelOf(address, sketch)]);
  for (const [address, sketches] of Object.entries(one.labels ?? {})) {
    labels.set(
      address,
      sketches.map((sketch) => labelOf(address, sketch)),
    );
  }
  if (one.own !== undefined && !leaveOut) labels.set(one.subject, [labelOf(one.subject, one.own)]);
  const common = {
    labels,
    isWhole: true,
    notReadWhole: new Set<string>(),
    reviewedList: EVERY_SERVICE,
    usdPerUnit: one.unpriced === true ? null : 1 / UNITS_PER_USD,
    now: timeOf(CHECK_DAY),
  };
  if (one.coins !== undefined) {
    const transactions = one.coins.map(buildTransaction);
    return { ...common, network: 'BTC', records: { kind: 'utxo', transactions } };
  }
  const transfers = (one.moves ?? []).map(buildTransfer);
  return {
    ...common,
    network: 'TRX',
    records: { kind: 'account', transfers },
    contracts: new Set(one.contracts ?? []),
  };
}

function buildTransfer([from, to, usd]: Move, day: number): RawTransfer {
  return {
    block: day,
    transactionIndex: 0,
    transactionId: `transaction-${day}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
    from,
    to,
    amount: unitsOf(usd),
    time: timeOf(day),
  };
}

function buildTransaction({ id, spends, pays }: CoinMove, day: number): RawTransaction {
  return {
    transactionId: id,
    block: day,
    transactionIndex: 0,
    time: timeOf(day),
    coinbase: spends.length === 0,
    inputs: spends.map((coin) => {
      const [transactionId = '', index = ''] = coin.split(':');
      return { transactionId, index: Number(index), owner: null, amount: null };
    }),
    outputs: pays.map(([owner, usd], index) => ({ index, owner, amount: unitsOf(usd) })),
  };
}

export function labelOf(address: string, sketch: LabelSketch): Label {
  return {
    entity: sketch.entity ?? address,
    category: sketch.category,
    confidence: sketch.confidence ?? 100,
    source: 'scorecard',
    sourceUrl: null,
    sourceDate: null,
    validFrom: sketch.fromDay === undefined ? null : timeOf(sketch.fromDay),
    validTo: sketch.toDay === undefined ? null : timeOf(sketch.toDay),
    origin: 'given',
  };
}
