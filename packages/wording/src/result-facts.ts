import type { RecordsRead } from '@assay/domain';
import { formatCoins } from './amounts.ts';
import { countOf } from './counts.ts';
import { formatTime } from './dates.ts';
import { joinWords } from './lists.ts';
import { CONFIDENCE_WORDS } from './risk.ts';
import { formatShare } from './shares.ts';
import { withoutHolder } from './without-holder.ts';

/** A term and what is true of it. */
export type Fact = readonly [term: string, fact: string];

/** One direction of a result, as far as its facts need it. */
interface DirectionBasis {
  /** Transfers of the address itself. */
  readonly records: number;
  /** `partial` are the accounts met that were read in part. */
  readonly cut: { readonly partial: readonly unknown[] };
}

/** What a result rests on; the result of the API has this shape. */
export interface ResultBasis {
  readonly ticker: string;
  readonly decimals: number;
  readonly evidence: { readonly incoming: DirectionBasis; readonly outgoing: DirectionBasis };
  readonly coverage: { readonly attributed: number; readonly clean: number; readonly not_followed: number };
  readonly confidence: keyof typeof CONFIDENCE_WORDS;
  /** Whether the stored history is complete. */
  readonly complete: boolean;
  /** One sentence on the stored records. */
  readonly records_held: string;
  /** Not there in results made before they stated it. */
  readonly records_read?: RecordsRead | undefined;
  readonly tip: { readonly block: string | null; readonly time: string } | null;
  /** Not there in results made before issuers were asked. */
  readonly issuer_freeze?: { readonly text: string; readonly source: string | null } | undefined;
  /** Not there in results made before there were prices. */
  readonly prices?: { readonly text: string; readonly version: string | null } | undefined;
  readonly method_version: string;
  readonly label_set_version: string;
  /** How the chain was read for this result; certificates do not state it. */
  readonly reading?: ChainReading | undefined;
  /** Only of a check of a transaction. */
  readonly payment?: object | undefined;
}

/** An on-demand read of a chain. */
export interface ChainReading {
  readonly calls: { readonly made: number; readonly budget: number };
  readonly providers: readonly string[];
  /** Where the known history begins; null where it is known from its beginning. */
  readonly history_from: string | null;
  /** Base units that moved before that. */
  readonly unread: { readonly received: string; readonly sent: string };
  /** What providers did not answer, or not so that it can be read, one sentence each. */
  readonly faults: readonly string[];
  /** What the history lacks, one sentence each; not there in results from before it was stated. */
  readonly gaps?: readonly string[] | undefined;
}

/** What a result rests on, in the order in which page, report and command line show it. */
export function resultFacts(basis: ResultBasis): readonly Fact[] {
  const { confidence, complete, issuer_freeze: freeze, prices } = basis;
  const { incoming, outgoing } = basis.evidence;
  const partial = incoming.cut.partial.length + outgoing.cut.partial.length;
  return [
    ['Coverage', coverageFact(basis)],
    [
      'Confidence',
      `${CONFIDENCE_WORDS[confidence]}${complete ? '' : `; ${basis.payment === undefined ? 'the history is' : 'the records behind it are'} incomplete`}`,
    ],
    ['Records', withoutHolder(basis.records_held)],
    ...(partial === 0 ? [] : [['Partly read', `${countOf(partial, 'account')} along the way`] as const]),
    ['Chain tip', tipFact(basis)],
    ...readingFacts(basis),
    ...(freeze === undefined
      ? []
      : [
          ['Issuer freeze', `${freeze.text}${freeze.source === null ? '' : ` Answered by ${freeze.source}.`}`] as const,
        ]),
    ...(prices === undefined
      ? []
      : [['Prices', `${prices.text}${prices.version === null ? '' : ` Price set ${prices.version}.`}`] as const]),
    ['Method', `Version ${basis.method_version}`],
    ['Label set', basis.label_set_version],
  ];
}

/** What only those ask for who compare results or compute one again. */
const FURTHER_TERMS: ReadonlySet<string> = new Set(['Chain tip', 'Issuer freeze', 'Prices', 'Method', 'Label set']);

/** The facts of a result apart: those that say how far it can be relied on, and the others, which a page may fold away. */
export function foldFacts(facts: readonly Fact[]): {
  readonly first: readonly Fact[];
  readonly further: readonly Fact[];
} {
  return {
    first: facts.filter(([term]) => !FURTHER_TERMS.has(term)),
    further: facts.filter(([term]) => FURTHER_TERMS.has(term)),
  };
}

/**
 * The requests of an on-demand read, as a fact or inside a sentence.
 *
 * @example describeCalls({ made: 4, budget: 100 }, ['Blockscout']); // '4 of at most 100 requests through Blockscout'
 */
export function describeCalls(calls: ChainReading['calls'], providers: readonly string[]): string {
  const through = providers.length === 0 ? '' : ` through ${joinWords(providers)}`;
  return `${calls.made} of at most ${calls.budget} requests${through}`;
}

/**
 * Whether a chain was read for a result. Results made before they stated it have no budget where no provider answered.
 *
 * @example wasReadOnDemand('unanswered', { made: 0, budget: 0 }); // false
 */
export function wasReadOnDemand(read: RecordsRead | undefined, calls: ChainReading['calls']): boolean {
  return read === undefined ? calls.budget > 0 : read === 'on_demand';
}

function coverageFact({ evidence, coverage }: ResultBasis): string {
  if (evidence.incoming.records + evidence.outgoing.records === 0) return 'No transfers of this address are available';
  const { attributed, clean, not_followed: notFollowed } = coverage;
  return `We identified ${formatShare(attributed)} of the funds moved; ${formatShare(clean)} is with known parties without raised risk, ${formatShare(notFollowed)} was not followed`;
}

function tipFact({ tip }: ResultBasis): string {
  if (tip === null) return 'No records of this asset';
  return `${tip.block === null ? '' : `Block ${tip.block}, `}${formatTime(tip.time)} UTC`;
}

function readingFacts({ reading, records_read: read, ticker, decimals }: ResultBasis): readonly Fact[] {
  if (reading === undefined) return [];
  const { calls, providers, history_from: from, unread, faults, gaps = [] } = reading;
  return [
    ...(wasReadOnDemand(read, calls) ? [['Read on demand', describeCalls(calls, providers)] as const] : []),
    ...(from === null
      ? []
      : [
          [
            'Known history',
            `Starts on ${formatTime(from)} UTC; ${describeUnread(unread, { ticker, decimals })}`,
          ] as const,
        ]),
    ...(gaps.length === 0 ? [] : [['Gaps in the history', gaps.join(' ')] as const]),
    ...(faults.length === 0 ? [] : [['Could not be read', `${faults.join('. ')}.`] as const]),
  ];
}

/** What moved before the known history begins, as far as providers count it. */
function describeUnread(
  { received, sent }: ChainReading['unread'],
  asset: { readonly ticker: string; readonly decimals: number },
): string {
  const before = [
    ...(received === '0' ? [] : [`${formatCoins(received, asset)} received`]),
    ...(sent === '0' ? [] : [`${formatCoins(sent, asset)} sent`]),
  ];
  return before.length === 0 ? 'earlier history was not read' : `${joinWords(before)} before that, not read`;
}
