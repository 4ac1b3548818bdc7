import type { PartyRole } from './counterparties.ports.ts';

/** Who a party is, in words: the entity of its label, or what it is without an address; empty for a plain address. */
export function nameParty({
  role,
  label,
}: {
  readonly role: PartyRole;
  readonly label: { readonly entity: string } | null;
}): string {
  if (label !== null) return label.entity;
  switch (role) {
    case 'account':
      return '';
    case 'issuer':
      return 'Issuer';
    case 'fee':
      return 'Network fee';
    case 'coinbase':
      return 'New coins';
    case 'unknown':
      return 'Unknown owners';
  }
}
