import { readFileSync } from 'node:fs';
import { CATEGORIES, CATEGORY_IDS, CONFIDENCE, RESIDUAL_IDS, RESIDUALS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { FLOORS } from '../src/floors.ts';
import { METHOD_VERSION } from '../src/index.ts';
import { IDENTITY_TOTALS } from '../src/score-rules.ts';
import { formatBound, formatUsd } from '../src/texts-format.ts';
import { WORKED_EXAMPLES } from './worked-examples.ts';

const page = readFileSync(new URL('../../../docs/method/README.md', import.meta.url), 'utf8');

/** Cells of the table whose head starts with these cells. */
function readTable(...head: readonly string[]): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head.join(' | ')} |`));
  if (start < 0) throw new Error(`the method page has no table with the head ${head.join(', ')}`);
  const body = lines.slice(start + 2);
  const end = body.findIndex((line) => !line.startsWith('|'));
  return body.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('the published method', () => {
  it('names the version the code runs, and lists it last among its versions', () => {
    expect(page).toContain(`\n\nVersion ${METHOD_VERSION}. `);
    expect(readTable('Version', 'Change').at(-1)?.[0]).toBe(METHOD_VERSION);
  });

  it('has the table of categories that the code scores with', () => {
    expect(readTable('Id', 'Category', 'Group', 'Tier', 'w')).toEqual(
      CATEGORY_IDS.map((id) => {
        const { title, group, tier, weight } = CATEGORIES[id];
        return [`\`${id}\``, title, group, tier, `${weight}`];
      }),
    );
  });

  it('has the residuals and their weights', () => {
    const weights = readTable('Residual').map(([id, , weight]) => [id, weight]);
    expect(weights).toEqual(RESIDUAL_IDS.map((id) => [`\`${id}\``, `${RESIDUALS[id].weight}`]));
  });

  it('has the scale of confidence', () => {
    const levels = [...new Set<number>(Object.values(CONFIDENCE))].sort((left, right) => right - left);
    expect(readTable('Confidence', 'Where the claim comes from').map(([level]) => Number(level))).toEqual(levels);
  });

  it('has the totals of an own label', () => {
    const told = readTable('Tier of the label').slice(0, 3);
    expect(told).toEqual(
      (['S', 'A', 'B'] as const).map((tier) => [
        tier,
        `at least ${IDENTITY_TOTALS[tier].strong}`,
        `at least ${IDENTITY_TOTALS[tier].weak}`,
      ]),
    );
  });

  it('has the floors', () => {
    const columns = (['S', 'A', 'B'] as const).flatMap((tier) =>
      (['direct', 'indirect'] as const).map((layer) => {
        const steps = FLOORS[tier][layer].map(({ floor, minShare, minUsd }) => {
          const usd = minUsd === null ? '' : ` or ≥ ${formatUsd(minUsd)}`;
          return minShare === 0 ? `any: ${floor}` : `≥ ${formatBound(minShare)}${usd}: ${floor}`;
        });
        return [tier, layer, steps.join('; ')];
      }),
    );
    expect(readTable('Tier', 'Layer', 'Floors')).toEqual(columns.filter(([, , steps]) => steps !== ''));
  });

  it('lists the worked examples that are tested, with their stars', () => {
    expect(readTable('Example', 'Stars')).toEqual(
      WORKED_EXAMPLES.map(({ name, stars }) => [name, stars === 0 ? 'N/A' : `${stars}`]),
    );
  });
});
