import type { Category, Residual } from '@assay/domain';
import { joinWords } from './lists.ts';
import { DIRECTION_WORDS, type DirectionName, RISK_ORDER, type RiskKey, riskOfShare, titleOfShare } from './risk.ts';
import { formatShare } from './shares.ts';

/** A direction's evidence, as results and certificates state it. Shares are 0 to 1, of the direction. */
export interface FlowEvidence {
  readonly rows: readonly { readonly category: Category; readonly entity: string; readonly share: number }[];
  readonly residuals: Readonly<Record<Residual, number>>;
}

/** A category or residual of the flow picture, with its entities; a residual has none. */
export interface FlowPart {
  readonly id: string;
  readonly title: string;
  readonly group: RiskKey;
  readonly share: number;
  /** Largest first; the last may be several together. */
  readonly entities: readonly FlowEntity[];
}

export interface FlowEntity {
  /** Its name; empty for several together, since no entity has an empty name. */
  readonly id: string;
  readonly name: string;
  readonly share: number;
  /** How many it is. */
  readonly of: number;
}

/** Entities of a category that the picture names; the others share one band. */
const MOST_ENTITIES = 4;

/**
 * What the flow picture of a direction shows: categories by risk, then by share, each with its entities; then what no
 * label explains, each residual on its own. Layers are put together. Empty where no transfer is known.
 */
export function flowPartsOf({ rows, residuals }: FlowEvidence): readonly FlowPart[] {
  const categories = new Map<string, Map<string, number>>();
  for (const { category, entity, share } of rows) {
    if (share <= 0) continue;
    const entities = categories.get(category) ?? new Map<string, number>();
    categories.set(category, entities.set(entity, (entities.get(entity) ?? 0) + share));
  }
  const parts = [...categories].map(([id, entities]): FlowPart => {
    const named = namedOf(entities);
    const share = named.reduce((sum, entity) => sum + entity.share, 0);
    return { id, title: titleOfShare(id), group: riskOfShare(id), share, entities: named };
  });
  for (const [id, share] of Object.entries(residuals)) {
    if (share > 0) parts.push({ id, title: titleOfShare(id), group: riskOfShare(id), share, entities: [] });
  }
  const order = (part: FlowPart) => RISK_ORDER.indexOf(part.group);
  return parts.sort((a, b) => order(a) - order(b) || b.share - a.share);
}

function namedOf(entities: ReadonlyMap<string, number>): FlowPart['entities'] {
  const all = [...entities].map(([id, share]) => ({ id, name: id, share, of: 1 })).sort((a, b) => b.share - a.share);
  if (all.length <= MOST_ENTITIES) return all;
  const rest = all.slice(MOST_ENTITIES - 1);
  const share = rest.reduce((sum, entity) => sum + entity.share, 0);
  return [...all.slice(0, MOST_ENTITIES - 1), { id: '', name: `${rest.length} others`, share, of: rest.length }];
}

/** Name and share of a line of the picture: of an entity, or with null of the category; null where there is none. */
export function flowLine(
  parts: readonly FlowPart[],
  category: string,
  entity: string | null,
): { readonly name: string; readonly share: number } | null {
  const part = parts.find(({ id }) => id === category);
  if (part === undefined) return null;
  return entity === null
    ? { name: part.title, share: part.share }
    : (part.entities.find(({ id }) => id === entity) ?? null);
}

/** What is kept of the end of a name that is cut: names of one series differ there. */
const KEPT_END = 6;

/**
 * A name in a column of so many characters; a longer one is cut in its middle.
 *
 * @example nameFlowEntity('NBCTF seizure order 15/22', 20); // 'NBCTF seizure… 15/22'
 */
export function nameFlowEntity(name: string, most: number): string {
  if (name.length <= most) return name;
  return `${name.slice(0, most - KEPT_END - 1).trimEnd()}…${name.slice(-KEPT_END)}`;
}

export interface FlowPictureWords {
  readonly title: string;
  readonly text: string;
}

/** The picture of a direction in words, for readers who do not see it. */
export function flowWords(direction: DirectionName, parts: readonly FlowPart[]): FlowPictureWords {
  const shares = parts.map(({ title, share, entities }) => {
    const names = entities.filter(({ of }) => of === 1).map(({ id }) => id);
    return `${title} ${formatShare(share)}${names.length === 0 ? '' : ` (${joinWords(names)})`}`;
  });
  const title = `${DIRECTION_WORDS[direction]} flow by category and entity`;
  return { title, text: `${direction === 'incoming' ? 'Came from' : 'Went to'}: ${shares.join('; ')}.` };
}
