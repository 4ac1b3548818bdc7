import type { ColumnSnapshot } from '@assay/exposure';
import type { AddressRow } from './read-addresses.ts';

const NOTHING_ELSE = { asset: '', parent: '', extras: [], isSecret: false, fault: null } as const;

/**
 * Every account of a store as a row of a list, in the order in which the records first name them. What no address can
 * have, the sink of fees and the issuer, is left out.
 */
export function accountRows(snapshot: ColumnSnapshot): Generator<AddressRow> {
  return addressRows(accountsOf(snapshot));
}

/** Addresses as rows of a list, in their order. */
export function* addressRows(addresses: Iterable<string>): Generator<AddressRow> {
  let number = 0;
  for (const address of addresses) {
    number += 1;
    yield { number, address, ...NOTHING_ELSE };
  }
}

function* accountsOf(snapshot: ColumnSnapshot): Generator<string> {
  for (let account = 0; account < snapshot.tables.accounts.count; account += 1) {
    const { role, address } = snapshot.factsOf(account);
    if (role === 'account') yield address;
  }
}
