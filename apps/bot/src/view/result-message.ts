import type { BotResult, BotResultOf3 } from '@assay/contracts';
import { drawStars, wasReadOnDemand } from '@assay/wording';
import { type Html, html, lines, paragraphs } from '../texts/html.ts';
import { factsOf } from '../texts/result-facts.ts';
import type { Texts } from '../texts/texts.ts';
import { assetName } from './asset-name.ts';
import { dateText, percentText, usdText } from './figures.ts';
import { MARKS } from './marks.ts';
import { type BotMessage, button, isLinkable, linkRow } from './message.ts';

const NO_BREAK = '\u00a0';
/** Most exposures that are shown per direction. */
const TOP = 4;

export interface ResultOptions {
  /** The text below the result, such as the number of checks left. */
  readonly footer?: string | null;
}

/**
 * A finished check as a message: stars in figures and words, headline, sources and destinations of the money, how much
 * of it is known, and what decided. Shapes and words show the risk, because messages have no colour.
 */
export function resultMessage(t: Texts, result: BotResult | BotResultOf3, options: ResultOptions = {}): BotMessage {
  return 'finding' in result ? messageOf3(t, result, options) : formerMessage(t, result, options);
}

/** Stars or a finding, and what is said of it; its sentences are in English only. */
function messageOf3(t: Texts, result: BotResultOf3, { footer = null }: ResultOptions): BotMessage {
  const { texts } = result;
  return {
    text: paragraphs(
      starsLine(t, result.riskscore),
      html`<b>${texts.headline}</b>`,
      texts.below_verdict === null ? null : html`${texts.below_verdict}`,
      html`${texts.advice}`,
      '',
      html`${assetName(result)} · ${result.name}`,
      html`<code>${result.address}</code>`,
      '',
      html`${texts.text}`,
      html`${texts.why}`,
      ...lastLines(t, result, footer),
    ),
    buttons: [
      linkRow(t.result.report, result.url),
      [button(t.result.share, { do: 'share', subId: result.sub_id })],
      ...(result.payment === undefined ? [[button(t.result.again, { do: 'again', subId: result.sub_id })]] : []),
    ],
  };
}

/** What every result ends with: whether it is shared, its address where that is no link, and when it was made. */
function lastLines(t: Texts, result: BotResult | BotResultOf3, footer: string | null) {
  return [
    result.revoked_at === null ? null : t.result.revoked,
    isLinkable(result.url) ? null : html`${result.url}`,
    html`<i>${t.result.checked(dateText(t, result.created_at))}</i>`,
    ...(footer === null ? [] : [html`<i>${footer}</i>`]),
  ];
}

function formerMessage(t: Texts, result: BotResult, { footer = null }: ResultOptions): BotMessage {
  return {
    text: paragraphs(
      starsLine(t, result.riskscore),
      html`<b>${t.result.headline(factsOf(result))}</b>`,
      result.payment === undefined ? html`${t.result.advice(factsOf(result))}` : null,
      '',
      html`${assetName(result)} · ${result.name}`,
      html`<code>${result.address}</code>`,
      paymentLine(t, result),
      ownLabels(t, result),
      otherNetworkLine(t, result),
      freezeLine(t, result),
      '',
      ...directions(t, result),
      '',
      marksLine(t, result),
      '',
      whyLine(t, result),
      coverageLine(t, result),
      readingLine(t, result),
      result.complete ? null : t.result.incomplete,
      gapsLine(t, result),
      ...lastLines(t, result, footer),
    ),
    buttons: [
      linkRow(t.result.report, result.url),
      [
        // Nothing is signed of a payment that is not confirmed.
        ...(result.payment?.is_pending !== true ? [button(t.result.pdf, { do: 'pdf', subId: result.sub_id })] : []),
        button(t.result.share, { do: 'share', subId: result.sub_id }),
      ],
      // Checked again would be the address, not the payment.
      ...(result.payment === undefined ? [[button(t.result.again, { do: 'again', subId: result.sub_id })]] : []),
    ],
  };
}

/** The same in five lines, for other chats. */
export function shortResult(t: Texts, result: BotResult): BotMessage {
  return {
    text: lines(
      starsLine(t, result.riskscore),
      html`<b>${t.result.headline(factsOf(result))}</b>`,
      result.payment === undefined ? html`${t.result.advice(factsOf(result))}` : null,
      paymentLine(t, result),
      html`${assetName(result)} · <code>${result.address}</code>`,
      otherNetworkLine(t, result),
      html`<i>${t.result.checked(dateText(t, result.created_at))}</i>`,
    ),
    buttons: [linkRow(t.result.report, result.url)],
  };
}

/** Stars, and their number in words; the headline below says what they mean. */
export function starsLine(t: Texts, stars: number): string {
  return `${drawStars(stars)} ${t.result.stars(stars)}`;
}

/** That the result is of one payment alone. */
function paymentLine(t: Texts, { payment }: BotResult): Html | null {
  if (payment === undefined) return null;
  const { direction, transaction_id: id, is_pending: isPending } = payment;
  const pending = isPending === true ? html`\n<b>${t.result.payment.pending}</b>` : '';
  return html`${t.result.payment[direction]} <code>${id}</code>${pending}`;
}

function ownLabels(t: Texts, { labels }: BotResult): Html | null {
  if (labels.length === 0) return null;
  const names = labels.map(({ entity, category }) => `${entity} (${t.categories[category]})`);
  return html`${t.result.labelled([...new Set(names)].slice(0, TOP).join(', '))}`;
}

/** A warning about labels of the same address on another network. */
function otherNetworkLine(t: Texts, { other_network: other }: BotResult): Html | null {
  return other === null ? null : html`<b>${t.result.otherNetwork(other)}</b>`;
}

/** The issuer's answer about the address itself; nothing if the asset cannot be frozen. */
function freezeLine(t: Texts, { issuer_freeze: freeze, ticker }: BotResult): Html | null {
  if (freeze === null || freeze.status === 'not_applicable') return null;
  const line = t.result.freeze(freeze, { ticker, dateOf: (iso) => dateText(t, iso) });
  return freeze.status === 'frozen' ? html`<b>${line}</b>` : html`${line}`;
}

/** What was read from the chain for this check, and since when its history is known. */
function readingLine(t: Texts, { reading, records_read: read }: BotResult): string | null {
  if (reading === null) return null;
  const { calls, providers, history_from: from } = reading;
  const parts = [
    ...(wasReadOnDemand(read, calls) ? [t.result.readLive(calls.made, calls.budget, providers)] : []),
    ...(from === null ? [] : [t.result.knownFrom(dateText(t, from))]),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}

/** What the history that was read lacks. */
function gapsLine(t: Texts, { reading }: BotResult): Html | null {
  const [first, ...more] = reading?.gaps ?? [];
  return first === undefined ? null : html`${t.result.gaps(first, more.length)}`;
}

/** Both directions. If no transfer is known at all, that is one line, unless the headline says it. */
function directions(t: Texts, { exposures, cause }: BotResult): readonly (Html | string)[] {
  const { incoming, outgoing } = exposures;
  if (incoming === null && outgoing === null) return cause.reason === 'no_records' ? [] : [t.result.noTransfers];
  return [...direction(t, t.result.incoming, incoming), '', ...direction(t, t.result.outgoing, outgoing)];
}

function direction(t: Texts, title: string, exposures: BotResult['exposures']['incoming']): readonly Html[] {
  const head = html`<b>${title}</b>`;
  if (exposures === null || exposures.length === 0) return [head, html`${t.result.noTransfers}`];
  const rows = exposures.slice(0, TOP).map(({ category, group, share, amount_usd: usd }) => {
    // A line that is too long breaks before its figures, never within them.
    const figures = [percentText(t, share), ...(usd === null ? [] : ['·', usdText(t, usd)])].join(NO_BREAK);
    return html`${MARKS[group]} ${t.categories[category]} ${figures}`;
  });
  const rest = exposures.length - rows.length;
  return [head, ...rows, ...(rest > 0 ? [html`${t.result.more(rest)}`] : [])];
}

/** The meaning of the shapes that are shown. */
function marksLine(t: Texts, { exposures }: BotResult): Html | null {
  const shown = [exposures.incoming, exposures.outgoing].flatMap((rows) => rows?.slice(0, TOP) ?? []);
  const groups = (['high', 'mid', 'low', 'none'] as const).filter((group) => shown.some((row) => row.group === group));
  if (groups.length === 0) return null;
  return html`<i>${groups.map((group) => `${MARKS[group]} ${t.result.groups[group].toLowerCase()}`.replaceAll(' ', NO_BREAK)).join('  ')}</i>`;
}

function coverageLine(t: Texts, { coverage, confidence, riskscore, exposures }: BotResult): string | null {
  const isNothingKnown = exposures.incoming === null && exposures.outgoing === null;
  if (isNothingKnown || (riskscore === 0 && coverage.attributed === 0)) return null;
  return `${t.result.coverage(percentText(t, coverage.attributed))} ${t.result.confidence(confidence)}`;
}

function whyLine(t: Texts, result: BotResult): Html | null {
  const why = t.result.why(factsOf(result));
  return why === null || why === '' ? null : html`${why}`;
}
