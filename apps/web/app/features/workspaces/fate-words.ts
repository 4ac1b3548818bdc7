import type { AccessFate } from '@assay/contracts';

/** What a member made, as far as the words about it depend on it. */
export interface Made {
  readonly keys: readonly unknown[];
  readonly webhooks: readonly unknown[];
  readonly invitations: readonly unknown[];
}

/** What becomes of what a member made: only of the kinds that are there. */
export function fateWords(fate: AccessFate, { keys, webhooks, invitations }: Made): string {
  const sentences =
    fate === 'revoke'
      ? [
          keys.length > 0 && 'Programs that use these keys are refused.',
          webhooks.length > 0 && 'These endpoints receive nothing more.',
          invitations.length > 0 && 'These invitations can no longer be accepted.',
        ]
      : [
          'They keep working, as yours.',
          keys.length + webhooks.length > 0 && 'The member may still know their secrets: replace them next.',
        ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}
