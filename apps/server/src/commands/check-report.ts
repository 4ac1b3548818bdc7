import type { CheckAsset, EvidenceRow, FormerResult, ResultOf3 } from '@assay/contracts';
import {
  adviceLine,
  countOf,
  DIRECTION_WORDS,
  type DirectionName,
  datesOfLabel,
  drawStars,
  type Fact,
  formatCoins,
  formatPoints,
  formatShare,
  formatUsd,
  headlineOf,
  hopsOf,
  isLimited,
  isWarning,
  LIMITED_DATA,
  NOT_RATED,
  nameTicker,
  RESULT_WORDS,
  remarksOnRow,
  resultFacts,
  titleOfShare,
  VERDICT_WORDS,
} from '@assay/wording';

/** Wider than any share: 'under 0.1%'. */
const SHARE_WIDTH = 10;

/**
 * A check for a reader at a terminal: stars, what they mean, the evidence behind them, and what it is based on.
 *
 * @param resultLocation where its page is
 */
export function checkReport(asset: CheckAsset, resultLocation: string): string {
  return asset.method_version === '3' ? reportOf3(asset, resultLocation) : formerReport(asset, resultLocation);
}

/** Stars or a finding, and what is said of it; its evidence is in the JSON of the result. */
function reportOf3(result: ResultOf3, resultLocation: string): string {
  const { texts, riskscore, records_held: held, notes } = result;
  return [
    `${nameTicker(result)}  ${result.address}`,
    `${starsOf(riskscore)}  ${texts.headline}`,
    ...(texts.below_verdict === null ? [] : [texts.below_verdict]),
    '',
    `What to do: ${texts.advice}`,
    texts.text,
    texts.why,
    ...notes.map(({ text }) => `Note: ${text}`),
    '',
    ...factLines([
      ['Records', held],
      ['Method', `version ${result.method_version}, labels ${result.label_set_version}`],
      ['Result', resultLocation],
    ]),
  ].join('\n');
}

function formerReport(asset: FormerResult, resultLocation: string): string {
  const { texts } = asset;
  return [
    `${nameTicker(asset)}  ${asset.address}`,
    `${starsOf(asset.riskscore)}  ${verdictOf(asset)}${asset.total === null ? '' : `, total ${formatPoints(asset.total)} of 100`}`,
    '',
    headlineOf(asset).replaceAll('\n', ' '),
    `What to do: ${adviceLine(asset)}`,
    texts.text,
    ...asset.notes.filter(isWarning).map(({ text }) => text),
    texts.why,
    ...texts.would_change.map((sentence) => `- ${sentence}`),
    ...labelLines(asset),
    ...directionLines(asset, 'incoming'),
    ...directionLines(asset, 'outgoing'),
    ...noteLines(asset),
    ...(asset.lookalikes ?? []).map(({ address, resembles }) => `  ${address} looks like ${resembles}`),
    '',
    ...factLines([...resultFacts(asset), ['Result', resultLocation]]),
  ].join('\n');
}

export function factLines(facts: readonly Fact[]): string[] {
  const width = Math.max(...facts.map(([term]) => term.length));
  return facts.map(([term, fact]) => `${term.padEnd(width)}  ${fact}`);
}

function noteLines({ notes }: FormerResult): string[] {
  const others = notes.filter((note) => !isWarning(note));
  return others.length === 0 ? [] : ['', ...others.map(({ text }) => `Note: ${text}`)];
}

function labelLines({ labels }: FormerResult): string[] {
  if (labels.length === 0) return [];
  return [
    '',
    'Labels of the address itself',
    ...labels.map((label) => {
      const { entity, category, confidence, source } = label;
      const dates = datesOfLabel(label);
      return `  ${entity} (${titleOfShare(category)}), confidence ${confidence}, source ${source}${dates === '' ? '' : `, ${dates}`}`;
    }),
  ];
}

/** One direction: what moved, and each row of evidence with its first path. */
export function directionLines(
  asset: Pick<FormerResult, 'evidence' | 'ticker' | 'decimals' | 'parent'>,
  direction: DirectionName,
): string[] {
  const { records, amount, usd, rows, residuals } = asset.evidence[direction];
  const title = DIRECTION_WORDS[direction];
  if (records === 0) return ['', `${title}: ${RESULT_WORDS.noFlow.toLowerCase()}`];
  const total = `${formatCoins(amount, asset)}${usd === null ? '' : `, ${formatUsd(usd)}`}`;
  const rest = Object.entries(residuals)
    .filter(([, share]) => share > 0)
    .map(([id, share]) => `${shareColumn(share)}  ${titleOfShare(id)}`);
  return ['', `${title}: ${countOf(records, 'transfer')}, ${total}`, ...rows.flatMap(rowLines), ...rest];
}

function rowLines(row: EvidenceRow): string[] {
  const facts = [
    row.layer,
    `${hopsOf(row)} ${hopsOf(row) === '1' ? 'hop' : 'hops'}`,
    ...(row.usd === null ? [] : [formatUsd(row.usd)]),
    ...remarksOnRow(row).map((remark) => remark.toLowerCase()),
    `source ${[...new Set(row.labels.map(({ source }) => source))].join(', ') || 'the records'}`,
  ];
  const path = row.paths[0];
  const indent = ' '.repeat(SHARE_WIDTH + 4);
  const steps = path?.steps.map(({ from, to, transaction_id }) => `${indent}${from} → ${to}  tx ${transaction_id}`);
  return [`${shareColumn(row.share)}  ${row.title}: ${row.entity} (${facts.join(', ')})`, ...(steps ?? [])];
}

function shareColumn(share: number): string {
  return formatShare(share).padStart(SHARE_WIDTH);
}

/** The verdict's word, with what limits it. */
export function verdictOf(asset: Parameters<typeof isLimited>[0]): string {
  const word = VERDICT_WORDS[asset.verdict];
  return `${isLimited(asset) ? LIMITED_DATA : ''}${word}`.toLowerCase();
}

export function starsOf(stars: number): string {
  return stars === 0 ? NOT_RATED : `${drawStars(stars)}  ${stars} of 5`;
}
