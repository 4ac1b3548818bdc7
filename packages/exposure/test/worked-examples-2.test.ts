import { describe, expect, it } from 'vitest';
import { type Assessment, methodOf } from '../src/index.ts';
import { WORKED_EXAMPLES_2 } from './worked-examples-2.ts';

const assess = methodOf('2');

async function example(name: string): Promise<Assessment> {
  const found = WORKED_EXAMPLES_2.find((one) => one.name.startsWith(name));
  if (found === undefined) throw new Error(`no example is called ${name}`);
  return assess(await found.input());
}

/** `2 (65)`, or `N/A`. */
function starsOf({ stars, total }: Assessment): string {
  return total === null ? 'N/A' : `${stars} (${Number(total.toFixed(3))})`;
}

describe('worked examples of method 2', () => {
  it.each(WORKED_EXAMPLES_2)('$name: $stars', async ({ stars, input }) => {
    const found = assess(await input());
    const [published = ''] = stars.split(', ');
    expect(starsOf(found)).toBe(published === '5' ? '5 (0.405)' : published);
    expect(found.rows.some((row) => row.setAside)).toBe(stars.endsWith(', listed'));
    if (stars.endsWith(', limited data')) expect(found.headline).toMatch(/^Limited data: /);
    if (stars.endsWith(', low risk')) expect(found.headline).toMatch(/^Low risk\./);
    if (stars.endsWith(', by its own label')) expect(found.cause.rule).toBe('identity');
  });

  it('counts rows and residuals up to the linear score, with what is set aside at no points', async () => {
    const { rows, residualPoints, linear } = await example('$900');
    const points = rows.filter(({ direction }) => direction === 'bwd').reduce((sum, row) => sum + row.points, 0);
    const rest = Object.values(residualPoints.bwd).reduce((sum, part) => sum + part, 0);
    expect(points + rest).toBeCloseTo(linear.incoming, 6);
    expect(rows.find((row) => row.setAside)).toMatchObject({ points: 0, decisive: false, tooSmall: false });
  });

  it('marks the rows of the column that decided, and names their sum', async () => {
    const { rows, cause, why } = await example('The same in a wallet');
    const decisive = rows.filter((row) => row.decisive);
    expect(decisive).toHaveLength(6);
    expect(decisive.reduce((sum, row) => sum + row.share, 0)).toBeCloseTo(0.024, 12);
    expect(cause).toMatchObject({ rule: 'floor', scope: 'A', lowered: false });
    expect(why).toMatch(/^Two stars: 2\.4% of incoming value comes straight from .+ \(\$120,000\)\./);
    expect(why).toContain('From $100,000 on, with at least 0.1%, this alone sets the score to at least 70 of 100.');
  });

  it('says what a service label does not hide', async () => {
    const { why, text } = await example('An exchange, licence unknown');
    expect(why).toContain('As a service it would score 15 of 100, whatever its transfers are; from 50% and $1,000 on');
    expect(text).not.toContain('The stars are those of the service');
  });

  it('names the network that a carried label was given on', async () => {
    const { text } = await example('An OFAC-listed account');
    expect(text).toContain('The label was given on Ethereum; this address has the same key');
  });
});
