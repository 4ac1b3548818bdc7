/** Floors by column, read twice (section 6.3). */
import { isWorth } from './dollars.ts';
import { meets, percent, sum } from './fraction.ts';
import { tierOf } from './label-choice.ts';
import type { Layer, Row, Scored } from './rows.ts';

type Tier = 'S' | 'A' | 'B';

export interface HeldFloor {
  readonly way: Scored['way'];
  readonly reading: 'strong' | 'all';
  readonly tier: Tier;
  readonly layer: Layer;
  readonly by: 'share' | 'dollars';
  readonly floor: number;
}

interface Rule {
  readonly tier: Tier;
  readonly layer: Layer;
  readonly way?: Scored['way'];
  /** Least share, in percent. */
  readonly percent?: number;
  readonly dollars?: number;
  readonly floor: number;
  /** The floor of the reading over all shares; 0 is none. */
  readonly lower: number;
}

const RULES: readonly Rule[] = [
  { tier: 'S', layer: 'direct', way: 'incoming', percent: 1, floor: 90, lower: 70 },
  { tier: 'S', layer: 'direct', way: 'incoming', percent: 0.1, floor: 70, lower: 0 },
  { tier: 'S', layer: 'direct', way: 'incoming', dollars: 1000, floor: 70, lower: 0 },
  { tier: 'S', layer: 'direct', way: 'outgoing', percent: 1, floor: 90, lower: 70 },
  { tier: 'S', layer: 'direct', way: 'outgoing', dollars: 1000, floor: 90, lower: 70 },
  { tier: 'S', layer: 'direct', way: 'outgoing', dollars: 10, floor: 70, lower: 0 },
  { tier: 'S', layer: 'indirect', percent: 5, floor: 75, lower: 50 },
  { tier: 'S', layer: 'indirect', percent: 1, floor: 50, lower: 30 },
  { tier: 'S', layer: 'indirect', percent: 0.1, floor: 30, lower: 0 },
  { tier: 'A', layer: 'direct', percent: 10, floor: 80, lower: 65 },
  { tier: 'A', layer: 'direct', percent: 3, floor: 65, lower: 45 },
  { tier: 'A', layer: 'direct', percent: 0.5, floor: 45, lower: 0 },
  { tier: 'A', layer: 'direct', percent: 0.1, dollars: 100_000, floor: 70, lower: 60 },
  { tier: 'A', layer: 'direct', percent: 0.1, dollars: 10_000, floor: 60, lower: 0 },
  { tier: 'A', layer: 'indirect', percent: 25, floor: 65, lower: 50 },
  { tier: 'A', layer: 'indirect', percent: 10, floor: 50, lower: 35 },
  { tier: 'A', layer: 'indirect', percent: 3, floor: 35, lower: 0 },
  { tier: 'A', layer: 'indirect', percent: 1, dollars: 1_000_000, floor: 60, lower: 50 },
  { tier: 'A', layer: 'indirect', percent: 1, dollars: 100_000, floor: 50, lower: 0 },
  { tier: 'B', layer: 'direct', percent: 50, floor: 55, lower: 42 },
  { tier: 'B', layer: 'direct', percent: 20, floor: 42, lower: 22 },
  { tier: 'B', layer: 'direct', percent: 5, floor: 22, lower: 0 },
];

const SUMMED: Record<Tier, readonly string[]> = { S: ['S'], A: ['S', 'A'], B: ['S', 'A', 'B'] };

function holds(rule: Rule, rows: readonly Row[], { way, dollars }: Scored, subjectIsService: boolean): boolean {
  if (rule.way !== undefined && rule.way !== way) return false;
  const ofTier = rows.filter((row) => SUMMED[rule.tier].includes(tierOf(row.category)));
  const bothLayers = sum(ofTier.map((row) => row.share));
  const column = sum(ofTier.filter((row) => row.layer === rule.layer).map((row) => row.share));
  if (column.num === 0n || !isWorth(dollars, bothLayers, 10)) return false;
  const atLeast = (least: number) => meets(column, percent(least));
  if (rule.percent !== undefined && !atLeast(rule.percent)) return false;
  if (rule.dollars === undefined) return true;
  if (way === 'outgoing' && subjectIsService && !atLeast(0.1)) return false;
  // The $10 are those of both layers, tested above.
  return rule.dollars === 10 || isWorth(dollars, column, rule.dollars);
}

/** Every floor above none, of both readings. */
export function floorsOf(scored: Scored, subjectIsService: boolean): HeldFloor[] {
  const strong = scored.rows.filter((row) => row.strong);
  return RULES.flatMap((rule): HeldFloor[] => {
    const by = rule.dollars === undefined ? 'share' : 'dollars';
    const base = { way: scored.way, tier: rule.tier, layer: rule.layer, by } as const;
    const found: HeldFloor[] = [];
    if (holds(rule, strong, scored, subjectIsService)) found.push({ ...base, reading: 'strong', floor: rule.floor });
    if (rule.lower > 0 && holds(rule, scored.rows, scored, subjectIsService)) {
      found.push({ ...base, reading: 'all', floor: rule.lower });
    }
    return found;
  });
}
