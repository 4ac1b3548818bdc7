import { CATEGORIES, isCategory, isResidual } from '@assay/domain';
import type { Flow, FlowGroup, FlowItem } from '@assay/ui';
import { RISK_ORDER, riskOfShare, titleOfShare, UNMARKED } from '@assay/wording';

/** A connection as it may arrive. Title and amount go by several names; the first that is there counts. */
export type ConnectionEntry = Readonly<Record<string, unknown>>;

export interface ConnectionData {
  readonly total_usd: number;
  readonly categories: readonly ConnectionEntry[];
}

const TITLE_KEYS = ['label', 'name', 'category', 'type', 'title'] as const;
const AMOUNT_KEYS = ['amount_usd', 'total_usd', 'usd', 'value_usd', 'amount'] as const;

/**
 * What the donut of a direction shows: USD amounts where they are known, else the signals' fractions. Null where no
 * transfers are known in that direction.
 */
export function readFlow(connections: ConnectionData | null, signals: Readonly<Record<string, number>>): Flow | null {
  const items =
    connections === null || connections.categories.length === 0 ? fromSignals(signals) : fromUsd(connections);
  if (items.length === 0) return null;
  const totalUsd = connections === null || connections.total_usd === 0 ? null : connections.total_usd;
  const isAttributed = items.some((item) => riskOfShare(item.id) !== 'none');
  if (!isAttributed) return { groups: [{ key: 'none', items: [{ ...UNMARKED, share: 1, usd: totalUsd }] }], totalUsd };
  return { groups: groupItems(items), totalUsd };
}

function fromSignals(signals: Readonly<Record<string, number>>): FlowItem[] {
  return Object.entries(signals)
    .filter(([, share]) => share > 0)
    .map(([id, share]) => ({ id, title: titleOfShare(id), share, usd: null }));
}

function fromUsd({ total_usd: stated, categories }: ConnectionData): FlowItem[] {
  const entries = categories.map((entry) => ({ id: idOf(entry), usd: firstNumber(entry) }));
  const total = stated === 0 ? entries.reduce((sum, entry) => sum + entry.usd, 0) : stated;
  return entries
    .filter((entry) => entry.usd > 0 && total > 0)
    .map(({ id, usd }) => ({ id, title: titleOfShare(id), share: usd / total, usd }));
}

function idOf(entry: ConnectionEntry): string {
  // Our own answers name the category by its id, which is more exact than any title.
  const { category: own } = entry;
  if (typeof own === 'string' && isKnown(own)) return own;
  for (const key of TITLE_KEYS) {
    const value = entry[key];
    if (typeof value === 'string' && value !== '') return idOfTitle(value);
  }
  return 'other_entities';
}

function idOfTitle(title: string): string {
  const wanted = title.toLowerCase();
  const match = Object.entries(CATEGORIES).find(([id, facts]) => id === wanted || facts.title.toLowerCase() === wanted);
  return match?.[0] ?? title;
}

function firstNumber(entry: ConnectionEntry): number {
  for (const key of AMOUNT_KEYS) {
    const value = entry[key];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return 0;
}

function groupItems(items: readonly FlowItem[]): FlowGroup[] {
  return RISK_ORDER.map((key) => ({
    key,
    items: items.filter((item) => riskOfShare(item.id) === key).sort((a, b) => b.share - a.share),
  })).filter((group) => group.items.length > 0);
}

function isKnown(id: string): boolean {
  return isCategory(id) || isResidual(id);
}
