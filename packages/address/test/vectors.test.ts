import { CURRENCIES, findCurrency } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { validateAddress } from '../src/index.ts';
import { VECTORS, type Vector } from './vectors.ts';

const BY_CURRENCY = Map.groupBy(VECTORS, (vector) => vector.currency);

function verdictOf(vector: Vector) {
  return validateAddress(vector.address, vector.currency, { network: vector.network ?? 'prod' });
}

function expected(vector: Vector) {
  return 'reason' in vector
    ? { ok: false, reason: vector.reason }
    : { ok: true, kind: vector.kind, canonical: vector.canonical ?? vector.address, checksum: vector.checksum };
}

describe('published addresses', () => {
  it.each([...BY_CURRENCY.keys()])('judges the addresses of %s as their sources do', (currency) => {
    for (const vector of BY_CURRENCY.get(currency) ?? []) {
      expect(verdictOf(vector), `${vector.address} (${vector.source})`).toEqual(expected(vector));
    }
  });

  it('include accepted addresses of each address format', () => {
    const accepted = VECTORS.filter((vector) => 'kind' in vector);
    const kinds = new Set(accepted.map(({ currency }) => findCurrency(currency)?.rules.validator));
    for (const { symbol, rules } of CURRENCIES) expect(kinds, symbol).toContain(rules.validator);
  });

  it('gives a canonical text that is its own canonical text', () => {
    for (const vector of VECTORS) {
      const verdict = verdictOf(vector);
      if (!verdict.ok) continue;
      const again = validateAddress(verdict.canonical, vector.currency, { network: vector.network ?? 'prod' });
      expect(again.ok && again.canonical, vector.address).toBe(verdict.canonical);
    }
  });
});
