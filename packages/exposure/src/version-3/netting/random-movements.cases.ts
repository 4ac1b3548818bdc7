import fc from 'fast-check';
import type { Movement } from './pair-amounts.ts';
import type { Severity } from './sources-of-payee.ts';

/** Records written as 'sender amount receiver', with commas between them. */
export const movementsOf = (text: string): readonly Movement<string>[] =>
  text.split(', ').map((record) => {
    const [from = '', amount = '', to = ''] = record.split(' ');
    return { from, to, amount: BigInt(amount) };
  });

const ACCOUNTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Records of one transaction and asset among few accounts: of equal amounts, small ones, and ones beyond a double. */
export function randomMovements(): fc.Arbitrary<readonly Movement<string>[]> {
  const amount = fc.oneof(
    fc.constantFrom(1n, 10n, 100n),
    fc.bigInt({ min: 1n, max: 30n }),
    fc.bigInt({ min: 1n, max: 10n ** 24n }),
  );
  const account = fc.constantFrom(...ACCOUNTS);
  const record = fc.record({ from: account, to: account, amount }).filter(({ from, to }) => from !== to);
  return fc.array(record, { minLength: 1, maxLength: 16 });
}

/** What labels say of each account, and nothing of any other. */
export function severities(): fc.Arbitrary<(account: string) => Severity> {
  const severity = fc.constantFrom<Severity>('severe', 'elevated', 'other', 'other');
  return fc
    .tuple(...ACCOUNTS.map(() => severity))
    .map((all) => (account: string) => all[ACCOUNTS.indexOf(account)] ?? 'other');
}
