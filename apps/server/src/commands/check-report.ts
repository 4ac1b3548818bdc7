import type { CheckAsset, EvidenceRow } from '@assay/contracts';
import { RESIDUALS } from '@assay/domain';

const VERDICT = { low: 'low risk', medium: 'medium risk', high: 'high risk', not_rated: 'not rated' } as const;

/** A check for a reader at a terminal: stars, what they mean, the evidence behind them, and what it stands on. */
export function checkReport(asset: CheckAsset, resultUrl: string): string {
  const { texts } = asset;
  return [
    `${tickerOf(asset)}  ${asset.address}`,
    `${starsOf(asset.riskscore)}  ${VERDICT[asset.verdict]}${asset.total === null ? '' : `, total ${number(asset.total)} of 100`}`,
    '',
    texts.headline.replaceAll('\n', ' '),
    texts.text,
    texts.why,
    ...texts.would_change.map((sentence) => `- ${sentence}`),
    ...labelLines(asset),
    ...directionLines('Incoming', asset, 'incoming'),
    ...directionLines('Outgoing', asset, 'outgoing'),
    ...(asset.notes.length === 0 ? [] : ['', ...asset.notes.map(({ text }) => `Note: ${text}`)]),
    ...(asset.lookalikes ?? []).map(({ address, resembles }) => `  ${address} looks like ${resembles}`),
    '',
    `Coverage    ${percent(asset.coverage.attributed)} attributed, ${percent(asset.coverage.clean)} ordinary, ${percent(asset.coverage.not_followed)} not followed`,
    `Confidence  ${asset.confidence}${asset.complete ? '' : '; the history held here is not complete'}`,
    `Records     ${asset.records_held}`,
    ...(asset.issuer_freeze === undefined ? [] : [`Issuer      ${asset.issuer_freeze.text}`]),
    ...(asset.prices === undefined ? [] : [`Prices      ${pricesLine(asset.prices)}`]),
    `Method      version ${asset.method_version}, labels ${asset.label_set_version}`,
    `Result      ${resultUrl}`,
  ].join('\n');
}

function labelLines({ labels }: CheckAsset): string[] {
  if (labels.length === 0) return [];
  return [
    '',
    'Labels of the address itself',
    ...labels.map(({ entity, category, confidence, source, source_date }) => {
      const date = source_date === null ? '' : `, ${source_date}`;
      return `  ${entity} (${category}), confidence ${confidence}, source ${source}${date}`;
    }),
  ];
}

function directionLines(title: string, asset: CheckAsset, side: 'incoming' | 'outgoing'): string[] {
  const { records, amount, usd, rows, residuals } = asset.evidence[side];
  if (records === 0) return ['', `${title}: no flow data`];
  const total = `${coins(amount, asset.decimals)} ${asset.ticker}${usd === null ? '' : `, $${money(usd)}`}`;
  const rest = Object.entries(residuals)
    .filter(([, share]) => share > 0)
    .map(([id, share]) => `${percent(share).padStart(7)}  ${RESIDUALS[id as keyof typeof RESIDUALS].title}`);
  return [
    '',
    `${title}: ${records} ${records === 1 ? 'transfer' : 'transfers'}, ${total}`,
    ...rows.flatMap(rowLines),
    ...rest,
  ];
}

function rowLines(row: EvidenceRow): string[] {
  const facts = [
    row.layer,
    `${row.hops} ${row.hops === 1 ? 'hop' : 'hops'}`,
    ...(row.usd === null ? [] : [`$${money(row.usd)}`]),
    ...(row.too_small ? ['too small to count'] : []),
    `source ${[...new Set(row.labels.map(({ source }) => source))].join(', ') || 'the records'}`,
  ];
  const path = row.paths[0];
  const steps = path?.steps.map(({ from, to, transaction_id }) => `           ${from} → ${to}  tx ${transaction_id}`);
  return [`${percent(row.share).padStart(7)}  ${row.title}: ${row.entity} (${facts.join(', ')})`, ...(steps ?? [])];
}

function pricesLine({ text, version }: NonNullable<CheckAsset['prices']>): string {
  return version === null ? text : `${text} Prices ${version}.`;
}

function tickerOf({ ticker, parent }: CheckAsset): string {
  return parent === null ? ticker : `${ticker} on ${parent}`;
}

function starsOf(stars: number): string {
  return stars === 0 ? 'N/A' : `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}  ${stars} of 5`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function number(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

function money(usd: number): string {
  return usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Base units as coins, exact. */
function coins(amount: string, decimals: number): string {
  if (decimals === 0) return amount;
  const digits = amount.padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`;
}
