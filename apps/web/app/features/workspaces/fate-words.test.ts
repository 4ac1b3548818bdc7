import { describe, expect, it } from 'vitest';
import { fateWords } from './fate-words.ts';

const NOTHING = { keys: [], webhooks: [], invitations: [] };

describe('what becomes of what a member made', () => {
  it('names only the kinds that are revoked', () => {
    expect(fateWords('revoke', { ...NOTHING, webhooks: [1] })).toBe('These endpoints receive nothing more.');
    expect(fateWords('revoke', { keys: [1], webhooks: [1], invitations: [1] })).toBe(
      'Programs that use these keys are refused. These endpoints receive nothing more. These invitations can no longer be accepted.',
    );
  });

  it('asks to replace secrets that are taken over, where there are any', () => {
    expect(fateWords('hand_over', { ...NOTHING, invitations: [1] })).toBe('They keep working, as yours.');
    expect(fateWords('hand_over', { ...NOTHING, keys: [1] })).toContain('may still know their secrets: replace them');
  });
});
