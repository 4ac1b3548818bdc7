import {
  type AssessmentInput,
  type ExposureStore,
  exposureOf,
  type Label,
  type RawTransaction,
  type RawTransfer,
} from '@assay/exposure';
import { MemoryAccountStore, MemoryUtxoStore } from '@assay/exposure/reference';
import type { CoinMove, LabelSketch, Move, ScoreCase } from './case.ts';
import { ENTITIES } from './cast.ts';
import { buildUnmovedInput } from './no-records.ts';

const DAY_SECONDS = 86_400;
const FIRST_DAY = 1_735_689_600;
const CHECK_DAY = 400;
/** A scene's coin is worth a dollar and has this many base units. */
const UNITS_PER_USD = 1_000_000;

const timeOf = (day: number) => FIRST_DAY + day * DAY_SECONDS;
const unitsOf = (usd: number) => BigInt(Math.round(usd * UNITS_PER_USD));

/** What the engine is asked for one case; with `leaveOut`, the subject's own labels are not known. */
export async function buildInput(one: ScoreCase, leaveOut: boolean): Promise<AssessmentInput> {
  const store = buildStore(one, leaveOut);
  const found = await exposureOf(store, one.subject);
  if (found === null) {
    const own = one.own === undefined || leaveOut ? [] : [buildLabel(one.subject, one.own)];
    return buildUnmovedInput(one.subject, own, timeOf(CHECK_DAY));
  }
  const usd = (amount: bigint) => (one.unpriced === true ? null : Number(amount) / UNITS_PER_USD);
  return {
    ...found,
    incomingUsd: usd(found.incoming.amount),
    outgoingUsd: usd(found.outgoing.amount),
    now: timeOf(CHECK_DAY),
    sources: 'ok',
    notes: [],
  };
}

function buildStore(one: ScoreCase, leaveOut: boolean): ExposureStore {
  const labels = new Map<string, readonly Label[]>();
  for (const [address, sketch] of Object.entries(ENTITIES)) labels.set(address, [buildLabel(address, sketch)]);
  for (const [address, sketches] of Object.entries(one.labels ?? {})) {
    labels.set(
      address,
      sketches.map((sketch) => buildLabel(address, sketch)),
    );
  }
  if (one.own !== undefined && !leaveOut) labels.set(one.subject, [buildLabel(one.subject, one.own)]);
  if (one.coins !== undefined) {
    return new MemoryUtxoStore({ network: 'BTC', labels, transactions: one.coins.map(buildTransaction) });
  }
  return new MemoryAccountStore({
    network: 'TRX',
    labels,
    contracts: new Set(one.contracts ?? []),
    transfers: (one.moves ?? []).map(buildTransfer),
  });
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

function buildLabel(address: string, sketch: LabelSketch): Label {
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
