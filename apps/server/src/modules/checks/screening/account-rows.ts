import type { ColumnSnapshot } from '@assay/exposure';
import type { AddressRow } from './read-addresses.ts';

const NOTHING_ELSE = { asset: '', parent: '', extras: [], isSecret: false, fault: null } as const;

/**
 * Every account of a store as a row of a list, in the order in which the records first name them. What no address can
 * have, the sink of fees and the issuer, is left out.
 */
export function* accountRows(snapshot: ColumnSnapshot): Generator<AddressRow> {
  let number = 0;
  for (let account = 0; account < snapshot.tables.accounts.count; account += 1) {
    const { role, address } = snapshot.factsOf(account);
    if (role !== 'account') continue;
    number += 1;
    yield { number, address, ...NOTHING_ELSE };
  }
}
