/** Who asked for a check: a member of a company, by email until the account is deleted, or an API key. */
export type NamedCaller =
  | { readonly kind: 'member'; readonly email: string | null }
  | { readonly kind: 'key'; readonly name: string };

/**
 * @example
 * nameOfCaller({ kind: 'key', name: 'Deposits' }); // 'API key Deposits'
 */
export function nameOfCaller(by: NamedCaller): string {
  return by.kind === 'key' ? `API key ${by.name}` : (by.email ?? 'a deleted account');
}
