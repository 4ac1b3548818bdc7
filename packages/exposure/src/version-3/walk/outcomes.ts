import { shareOf } from '../../records/ratios.ts';
import type { NodeId } from '../../records/record.ts';
import type { Flow } from '../flow.ts';
import type { IsOnReviewedList } from '../mixture.ts';
import { sourcesOfPayee } from '../netting/sources-of-payee.ts';
import type { Outcome } from './outcome.ts';
import type { Parties } from './parties.ts';
import type { FlowParts } from './parts.ts';
import { sourceOf } from './rows/counting-label.ts';
import type { Effect } from './rows/masses.ts';
import type { Step } from './rows/path-link.ts';

/** What the outcomes of a flow depend on besides the flow. */
export interface OutcomeContext {
  /** Account that counts as unlabelled throughout. */
  readonly subject: NodeId | null;
  readonly parties: Parties;
  readonly parts: Pick<FlowParts, 'has' | 'get' | 'passersOf'>;
  readonly isOnReviewedList: IsOnReviewedList;
}

/** Who pays a part of a flow. */
interface Payer {
  readonly node: NodeId;
  /** Part of the flow, above 0, at most 1. */
  readonly share: number;
  readonly covered: number;
  readonly hasReceived: boolean;
  readonly isPassedThrough: boolean;
}

/**
 * Where the money of a flow came from (docs/method/3, sections 4, 5.1 and 13): its payer's label, or the payer's state just
 * before the transaction and what no balance covered. Factors sum to 1. What it needs has to be loaded (`isReady`).
 */
export function outcomesOf(flow: Flow, context: OutcomeContext): readonly Outcome[] {
  const isIntoPool = context.parties.isPool(flow.to);
  if (!isIntoPool && flow.reading === 'unread') return outcomesOfUnread(flow, context);
  return payersOf(flow, context).flatMap((payer) => outcomesOfPayer(flow, payer, isIntoPool, context));
}

/** Whether all that `outcomesOf` needs is loaded. */
export function isReady({ from, part }: Flow, { parties, parts }: Pick<OutcomeContext, 'parties' | 'parts'>): boolean {
  return parties.has(from) && (part === null || parts.has(part));
}

/**
 * Of a transaction that was not read, what accounts of tier S or A paid straight; all else is R, since who else was in it
 * is not known. Step 3 of section 4 leaves such an account what it passed on, whatever is read later.
 */
function outcomesOfUnread(flow: Flow, context: OutcomeContext): readonly Outcome[] {
  const severityOf = context.parties.severityAt(flow.time, context.subject);
  const severe = sourcesOf(flow, context).filter(({ node }) => severityOf(node) === 'severe');
  const rest = 1 - severe.reduce((sum, { share }) => sum + share, 0);
  const outcomes = severe.flatMap((payer) => outcomesOfPayer(flow, payer, false, context));
  if (rest <= ALL_BUT) return outcomes;
  const ending = { kind: 'not_followed', of: null } as const;
  return [...outcomes, { factor: rest, effect: 'none', payer: null, step: null, ending }];
}

/** What doubles lose of shares that sum to 1. */
const ALL_BUT = 1e-12;

function payersOf(flow: Flow, context: OutcomeContext): readonly Payer[] {
  if (flow.part === null || context.parties.isPool(flow.to)) return [payerItself(flow)];
  const severityOf = context.parties.severityAt(flow.time, context.subject);
  // Most parts that are marked pass money on through nobody with such a label.
  const hasSeverePasser = context.parts.passersOf(flow.part).some((account) => severityOf(account) === 'severe');
  return hasSeverePasser ? sourcesOf(flow, context) : [payerItself(flow)];
}

const payerItself = ({ from, covered, hasPayerReceived }: Flow): Payer => ({
  node: from,
  share: 1,
  covered,
  hasReceived: hasPayerReceived,
  isPassedThrough: false,
});

/** Who paid a payee, step 3 included: no pool is among them, since money passes through an account in each part with one. */
function sourcesOf(flow: Flow, context: OutcomeContext): readonly Payer[] {
  if (flow.part === null) return [payerItself(flow)];
  const { part, payers } = context.parts.get(flow.part);
  const severityOf = context.parties.severityAt(flow.time, context.subject);
  return sourcesOfPayee(part, flow.to, severityOf).map(({ account, share, isPassedThrough }) => {
    const own = payers.get(account);
    return {
      node: account,
      share,
      covered: own?.covered ?? 0,
      hasReceived: own?.hasReceived ?? false,
      isPassedThrough,
    };
  });
}

function outcomesOfPayer(
  flow: Flow,
  payer: Payer,
  isIntoPool: boolean,
  { subject, parties, isOnReviewedList }: OutcomeContext,
): readonly Outcome[] {
  const { node, share, covered } = payer;
  const common = { payer: payer.isPassedThrough ? null : node, step: stepOf(flow, payer, parties) };
  if (parties.isPool(node)) {
    const ending = { kind: 'account', node, key: flow.position - 1, isOwner: false } as const;
    return [{ ...common, factor: share, effect: effectOf(flow, false, isIntoPool), ending }];
  }
  const label = parties.labelAt(node, flow.time, subject);
  const effect = effectOf(flow, label === null && payer.hasReceived, isIntoPool);
  if (label !== null) {
    const source = sourceOf(label, flow.time, isOnReviewedList);
    return [
      { ...common, factor: share, effect, ending: { kind: 'label', source, label: label.label, time: flow.time } },
    ];
  }
  const outcomes: Outcome[] = [];
  if (covered > 0) {
    const ending = { kind: 'account', node, key: flow.transaction - 1, isOwner: true } as const;
    outcomes.push({ ...common, factor: share * covered, effect, ending });
  }
  if (covered < 1)
    outcomes.push({ ...common, factor: share * (1 - covered), effect, ending: parties.shortfallOf(node) });
  return outcomes;
}

/** What section 5.1 and section 13 make of it. Into a pool, only the payer's own exchange counts. */
function effectOf(flow: Flow, hasPayerExchanged: boolean, isIntoPool: boolean): Effect {
  if (isIntoPool) return hasPayerExchanged ? 'exchanged' : 'none';
  switch (flow.reading) {
    case 'bad_counts':
    case 'unread':
      return 'only_bad_counts';
    case 'whole':
      return flow.hasReceiverGiven || hasPayerExchanged ? 'exchanged' : 'none';
  }
}

function stepOf(flow: Flow, { node, share, isPassedThrough }: Payer, parties: Parties): Step {
  const { to, amount, time, position } = flow;
  const isPart = share < 1 || isPassedThrough;
  return {
    from: node,
    to,
    amount: isPart ? shareOf(share, amount) : amount,
    time,
    position,
    isFromPool: parties.isPool(node),
  };
}
