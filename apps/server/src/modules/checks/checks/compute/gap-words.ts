import type { Asset, RecordsRead } from '@assay/domain';
import { formatCoins, formatCount, formatTime } from '@assay/wording';
import type { HistoryGap } from '../../../chains/index.ts';

/** A sentence on what a history lacks, in plain words. */
export function describeGap(gap: HistoryGap, asset: Pick<Asset, 'ticker' | 'decimals'>): string {
  const { provider } = gap;
  switch (gap.kind) {
    case 'unreadable':
      return `${entriesOf(gap.rows)} of ${provider} could not be read (${gap.fields.join(', ')}), and ${gap.rows === 1 ? 'was' : 'were'} not followed.`;
    case 'repeated':
      return `${provider} listed ${entriesOf(gap.rows)} more than once; each counts once.`;
    case 'parts':
      return `${provider} does not list every ${gap.parts.map((part) => PARTS[part]).join(' and ')}.`;
    case 'holds-from':
      return gap.blocks === undefined
        ? `${provider} holds the history from ${timeOf(gap.time)} on; what was before was not followed.`
        : `${provider} answers ${formatCount(gap.blocks)} blocks a question, which is no history: it was read from ${timeOf(gap.time)} on; what was before was not followed.`;
    case 'held-unknown':
      return `How far back the history of ${provider} reaches is not known.`;
    case 'differs':
      return `The listed transfers do not come to what ${provider} states for now${differenceOf(gap, asset)}. ${CAUSES}`;
    case 'not-compared':
      return `Whether ${provider} listed every transfer is not known: they could not be compared with the present balance.`;
  }
}

const PARTS: Readonly<Record<'internal' | 'fee', string>> = {
  internal: 'internal transfer of contracts',
  fee: 'fee',
};

/** A lost deposit looks like any of these, so that none is ever assumed. */
const CAUSES =
  'A lost entry may be the cause; so may staking, rewards, fees and internal transfers that are not listed, or a token that changes balances by itself.';

function timeOf(seconds: number): string {
  return `${formatTime(new Date(seconds * 1000).toISOString())} UTC`;
}

function entriesOf(rows: number): string {
  return rows === 1 ? 'one entry' : `${rows} entries`;
}

function differenceOf(
  { received, sent }: { readonly received: string; readonly sent: string },
  asset: Pick<Asset, 'ticker' | 'decimals'>,
): string {
  const parts = [
    ...(received === '0' ? [] : [`${formatCoins(received, asset)} more received`]),
    ...(sent === '0' ? [] : [`${formatCoins(sent, asset)} more sent`]),
  ];
  return parts.length === 0 ? '' : `: ${parts.join(' and ')}, not followed`;
}

/** The start of the sentence on records that were read on demand. */
export const READ_LIVE = 'Read live from';

/** The end of the sentence on a chain that no provider answered for. */
export const UNANSWERED = 'could not be read live: no source answered.';

/** The same where a provider answered, and nothing of what it answered could be read. */
export const UNREADABLE = 'could not be read live: what a source answered could not be read.';

/**
 * How the records of a result were read, from its sentence on them: only for results made before they stated it in a
 * field of their own.
 */
export function recordsReadBefore(recordsHeld: string): RecordsRead {
  if (recordsHeld.startsWith(`${READ_LIVE} `)) return 'on_demand';
  return recordsHeld.endsWith(` ${UNANSWERED}`) ? 'unanswered' : 'imported';
}
