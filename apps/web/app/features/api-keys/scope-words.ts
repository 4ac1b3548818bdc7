import type { ApiScope } from '@assay/domain';

/** What a scope lets a program do, as a choice of the form and as part of a sentence. */
const SCOPE_WORDS: Readonly<Record<ApiScope, { readonly choice: string; readonly may: string }>> = {
  'checks:write': { choice: 'Check addresses', may: 'checks addresses' },
  'checks:read': { choice: 'Read checks', may: 'reads checks' },
  batches: { choice: 'Check lists of addresses (batches)', may: 'checks lists of addresses' },
  webhooks: { choice: 'Read events and manage webhooks', may: 'manages webhooks' },
  'labels:read': { choice: 'Read labels of addresses', may: 'reads labels' },
};

/** Every scope with its words, in the order of the form. */
export const SCOPE_CHOICES = (Object.keys(SCOPE_WORDS) as ApiScope[]).map((scope) => ({
  scope,
  label: SCOPE_WORDS[scope].choice,
}));

/**
 * What a key may, as a sentence.
 *
 * @example sentenceOnScopes(['checks:read', 'labels:read']); // 'Reads checks, reads labels.'
 */
export function sentenceOnScopes(scopes: readonly ApiScope[]): string {
  const may = SCOPE_CHOICES.filter(({ scope }) => scopes.includes(scope)).map(({ scope }) => SCOPE_WORDS[scope].may);
  const text = may.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
