/** What a counterparty is; only an account has an address. */
export type PartyRole = 'account' | 'issuer' | 'fee' | 'coinbase' | 'unknown';

const WITHOUT_ADDRESS: Readonly<Record<PartyRole, string>> = {
  account: '',
  issuer: 'Issuer',
  fee: 'Network fee',
  coinbase: 'New coins',
  unknown: 'Unknown owners',
};

/**
 * Who a counterparty is, in words: the entity of its label, or what it is without an address; empty for an address
 * without a label.
 *
 * @example nameParty({ role: 'fee', label: null }); // 'Network fee'
 */
export function nameParty({
  role,
  label,
}: {
  readonly role: PartyRole;
  readonly label: { readonly entity: string } | null;
}): string {
  return label === null ? WITHOUT_ADDRESS[role] : label.entity;
}
