import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTokenSmith } from './tokens.ts';

const smith = buildTokenSmith(new Uint8Array(32).fill(1));
const other = buildTokenSmith(new Uint8Array(32).fill(2));
const id = fc
  .array(fc.constantFrom('0', '1', '7', '9', 'a', 'c', 'f'), { minLength: 32, maxLength: 32 })
  .map((letters) => letters.join(''));
const NOW = new Date('2026-01-01T00:00:00Z');

describe('tokens', () => {
  it('are accepted only with the key that made them', async () => {
    await fc.assert(
      fc.asyncProperty(id, async (given) => {
        expect(smith.readLinkToken(smith.linkToken(given))).toBe(given);
        expect(other.readLinkToken(smith.linkToken(given))).toBeNull();
        const access = await smith.accessToken({ sessionId: given }, NOW);
        expect(await smith.readAccessToken(access, NOW)).toEqual({ ok: true, claims: { sessionId: given } });
        expect(await other.readAccessToken(access, NOW)).toEqual({ ok: false, isExpired: false });
      }),
      { numRuns: 50 },
    );
  });

  it('are distinguished from any other text without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), id, async (text, sessionId) => {
        expect(smith.readLinkToken(text)).toBeNull();
        expect(smith.isRefreshTokenOf(sessionId, text)).toBe(false);
        expect(await smith.readAccessToken(text, NOW)).toEqual({ ok: false, isExpired: false });
      }),
    );
  });

  it('for refresh form one chain per session, with one successor each, no repeats, and valid for that session only', () => {
    fc.assert(
      fc.property(id, id, (mine, yours) => {
        fc.pre(mine !== yours);
        const chain = [smith.firstRefreshToken(mine)];
        for (let turn = 0; turn < 5; turn += 1) {
          const last = chain.at(-1) ?? '';
          const next = smith.nextRefreshToken(mine, last);
          expect(smith.nextRefreshToken(mine, last)).toBe(next);
          chain.push(next);
        }
        expect(new Set(chain).size).toBe(chain.length);
        for (const token of chain) {
          expect(smith.isRefreshTokenOf(mine, token)).toBe(true);
          expect(smith.isRefreshTokenOf(yours, token)).toBe(false);
          expect(other.isRefreshTokenOf(mine, token)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('for access have one text each, so that nobody fills the memory with texts of one token', async () => {
    const access = await smith.accessToken({ sessionId: 'a'.repeat(32) }, NOW);
    const head = access.slice(0, -10);
    const tail = access.slice(-10);
    const last = access.slice(-1);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
    const texts = [
      ...[`${access}=`, `${access}\n`, ` ${access}`, `${head} ${tail}`, `${head}${'\t'.repeat(5_000)}${tail}`],
      ...alphabet.filter((letter) => letter !== last).map((letter) => access.slice(0, -1) + letter),
    ];
    for (const text of texts) {
      expect(await smith.readAccessToken(text, NOW)).toEqual({ ok: false, isExpired: false });
    }
    expect((await smith.readAccessToken(access, NOW)).ok).toBe(true);
  });

  it('for access expire after 15 minutes', async () => {
    const sessionId = 'a'.repeat(32);
    const access = await smith.accessToken({ sessionId }, NOW);
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    expect((await smith.readAccessToken(access, at(899))).ok).toBe(true);
    expect(await smith.readAccessToken(access, at(900))).toEqual({ ok: false, isExpired: true });
  });

  it('require a secret of at least 32 bytes', () => {
    expect(() => buildTokenSmith(new Uint8Array(31))).toThrow('"secret" expected at least 32 bytes');
  });
});
