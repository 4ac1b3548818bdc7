import type { IssuerFreeze, PlannedRating, PlannedResult } from '@assay/contracts';
import { assessPayment, paymentAssessmentInput } from '@assay/exposure';
import { dayOf } from '../../../chains/index.ts';
import { askFreeze, assessRead, type ComputePorts } from '../compute/compute-check.ts';
import type { CheckQuestion, ReadCheck } from '../compute/read-check.ts';
import { isBounded, usdBoundsOf } from '../flows/usd-bounds.ts';
import { pricingOf, valueFlows } from '../flows/value-flows.ts';
import type { PaymentRules } from '../payment/compute-payment.ts';
import { type CheckSummary, presentSummary } from '../present-check.ts';
import { DIRECTION_NAMES } from '../stored/payment-name.ts';
import { type ReadDeposit, type ReadPlanned, type ReadRules, readPlanned } from './read-planned.ts';
import type { PlannedQuestion, PlannedRefusal } from './resolve-planned.ts';

export interface PlannedPorts extends Pick<PaymentRules, 'withSnapshot' | 'engine'> {
  readonly prices?: ComputePorts['prices'] | undefined;
  readonly freezes?: ComputePorts['freezes'] | undefined;
}

export type PlannedAnswer =
  | { readonly is: 'rated'; readonly result: PlannedResult }
  | { readonly is: 'refused'; readonly refusal: PlannedRefusal };

/**
 * Rates a payment before it happens, from records and labels, without balance or storage (docs/method/transactions,
 * section 9). Issuers are asked before the snapshot is opened, and prices after it is closed.
 */
export async function computePlanned(
  ports: PlannedPorts,
  planned: PlannedQuestion,
  now: Date,
  signal: AbortSignal,
): Promise<PlannedAnswer> {
  const { asset, address, wallet } = planned;
  const pricing = await pricingOf(ports.prices, asset);
  const freezes = new Map<string, IssuerFreeze>();
  for (const one of wallet === null ? [address] : [address, wallet]) {
    freezes.set(one, await askFreeze(ports, asset, one, now, signal));
  }
  const rules: ReadRules = {
    ...{ asset, now, pricing, gathering: null, signal, onProgress: () => undefined, detail: 'summary' },
    freezeOf(of) {
      const freeze = freezes.get(of);
      if (freeze === undefined) throw new Error('an issuer was asked of every address');
      return freeze;
    },
  };
  const read = await ports.withSnapshot(asset, (snapshot) => readPlanned(ports.engine, snapshot, planned, rules));
  return read.is === 'refused' ? read : { is: 'rated', result: await present(ports, planned, rules, read) };
}

async function present(
  ports: PlannedPorts,
  planned: PlannedQuestion,
  rules: ReadRules,
  read: ReadPlanned,
): Promise<PlannedResult> {
  const { asset, address, direction, amount, wallet } = planned;
  const rated = async (of: string, one: ReadCheck): Promise<PlannedRating> => {
    const question: CheckQuestion = { ...rules, address: of, freeze: rules.freezeOf(of) };
    return ratingOf(presentSummary(await assessRead(ports, question, one)));
  };
  const payment =
    read.receiver === null ? await rateDeposit(ports, planned, rules, read) : await rated(address, read.receiver);
  return {
    ...{ ticker: asset.ticker, parent: asset.parent, decimals: asset.decimals, address },
    ...{ direction: DIRECTION_NAMES[direction], amount: String(amount), payment },
    wallet:
      wallet === null || read.wallet === null
        ? null
        : {
            address: wallet,
            before: await rated(wallet, read.wallet.before),
            after: await rated(wallet, read.wallet.after),
          },
    records_held: read.recordsHeld,
    method_version: ports.engine.version,
    label_set_version: read.labelSetVersion,
  };
}

/** Section 4 of the method, with the planned record as the payment. */
async function rateDeposit(
  { prices }: PlannedPorts,
  { asset, address, amount }: PlannedQuestion,
  { now, signal, pricing }: ReadRules,
  { deposit, labelSetVersion, recordsHeld, hasDerivedLabels }: ReadPlanned,
): Promise<PlannedRating> {
  const { side, exposure, complete } = depositOf(deposit);
  const seconds = Math.floor(now.getTime() / 1000);
  const daily = { bwd: new Map([[dayOf(seconds), amount]]), fwd: new Map<string, bigint>() };
  const amounts = { bwd: amount, fwd: 0n };
  const isByDay = pricing === 'by_day';
  const valued = await valueFlows(prices, asset, isByDay ? daily : null, amounts, signal);
  const bounds = usdBoundsOf(asset, isByDay || isBounded(asset) ? daily : null, amounts, valued);
  const given = {
    ...{ side, exposure, complete, withdrawals: [], now: seconds, withoutDerivedLabels: !hasDerivedLabels },
    ...{ usd: valued.incomingUsd, usdBounds: bounds.bwd },
  };
  return ratingOf(
    presentSummary({
      ...{ asset, address, labelSetVersion, recordsHeld, recordsRead: 'imported', tip: null, freeze: null },
      ...{ reading: null, prices: valued.facts, lookalikes: [] },
      ...{ input: paymentAssessmentInput(given), assessment: assessPayment(given) },
    }),
  );
}

function depositOf(deposit: ReadDeposit | null): ReadDeposit {
  if (deposit === null) throw new Error('a planned payment is a deposit or has a receiver');
  return deposit;
}

function ratingOf(summary: CheckSummary): PlannedRating {
  const { riskscore, total, verdict, cause, texts, text_set, labels, coverage, confidence, signals } = summary;
  return { riskscore, total, verdict, cause, texts, text_set, labels, coverage, confidence, signals };
}
