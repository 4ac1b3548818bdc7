/** What people paste in place of a wallet address, by what they have to do next. */
export const NOT_ADDRESS_KINDS = [
  'name',
  'lightning',
  'extended public key',
  'test address',
  'transaction',
  'link',
  'several addresses',
] as const;

export type NotAddressKind = (typeof NOT_ADDRESS_KINDS)[number];
