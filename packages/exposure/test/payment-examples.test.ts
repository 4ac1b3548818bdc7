import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Assessment } from '../src/index.ts';
import { PAYMENT_EXAMPLES, WITHDRAWAL_TO_EXCHANGE } from './payment-examples.ts';

const page = readFileSync(new URL('../../../docs/method/transactions/README.md', import.meta.url), 'utf8');

/** `2 (65)`, or `N/A`. */
function starsOf({ stars, total }: Assessment): string {
  return total === null ? 'N/A' : `${stars} (${Number(total.toFixed(3))})`;
}

async function example(name: string): Promise<Assessment> {
  const found = PAYMENT_EXAMPLES.find((one) => one.name.startsWith(name));
  if (found === undefined) throw new Error(`no example is called ${name}`);
  return found.assess();
}

describe('the worked examples of payments', () => {
  it.each(PAYMENT_EXAMPLES)('$name: $stars', async ({ stars, assess }) => {
    const found = await assess();
    const [published = '', word] = stars.split(', ');
    expect(starsOf(found)).toBe(published);
    if (word !== undefined) expect(found.headline.toLowerCase()).toContain(word);
  });

  it('are those of the page, in its order', () => {
    const [, section = ''] = /\n## 6\. Worked examples\n([\s\S]*?)\n## 7\./.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| (.+) \| (N\/A|\d \(.+) \|$/gm)].map(([, name, stars]) => ({ name, stars }));
    expect(rows).toEqual(PAYMENT_EXAMPLES.map(({ name, stars }) => ({ name, stars })));
  });
});

describe('the sentences on a payment', () => {
  it('speak of the payment, and say what to do with it', async () => {
    const deposit = await example('A deposit of $20');
    expect(deposit.advice).toBe('Keep this money apart, neither return it nor send it on, and get advice.');
    expect(deposit.text).toContain('may freeze assets that come from this payment.');
    const withdrawal = await example('The same, after that wallet');
    expect(withdrawal.advice).toBe(
      'Do not pay this recipient again. Write down what was paid and why, and get advice.',
    );
    expect(withdrawal.sentences?.advice).toEqual([
      { code: 'withdrawal_advice_refuse', params: {}, text: withdrawal.advice },
    ]);
  });

  it('never speak of a wallet, of the address or of its history', async () => {
    for (const { name, assess } of PAYMENT_EXAMPLES) {
      const { headline, advice, text, why, wouldChange } = await assess();
      const said = [headline, advice, text, why, ...wouldChange].join(' ');
      expect(said, name).not.toMatch(/this wallet|the address|this address|history/);
    }
  });

  it('name what would lower the stars in the direction of the payment alone', async () => {
    const deposit = await example('A deposit of $1,000 straight');
    expect(deposit.wouldChange.join(' ')).toContain('value directly from parties that were on a sanctions list');
    expect(deposit.wouldChange.join(' ')).not.toContain('sent directly');
    const withdrawal = await WITHDRAWAL_TO_EXCHANGE();
    expect(withdrawal.wouldChange.join(' ')).toContain('From $10 on, value sent directly to parties that were');
    expect(withdrawal.wouldChange.join(' ')).not.toContain('directly from');
  });

  it('say why it has four stars where the records behind it are incomplete', async () => {
    const { why, wouldChange } = await example('A deposit of $1,000 from a wallet that is known');
    expect(why).toMatch(/^Four stars, not five: the records behind the payment are incomplete\./);
    expect(wouldChange).toContain('Five stars need complete records behind the payment.');
  });
});
