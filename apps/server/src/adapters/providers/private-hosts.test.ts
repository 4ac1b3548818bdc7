import type { LookupAddress, lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../features/sources/index.ts';
import { isPrivateAddress, publicLookup } from './private-hosts.ts';
import { trialCall, trialProvider } from './test/trial-provider.ts';

describe('hosts nobody but their owner may be sent to', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::a00:1',
  ])('counts %s as private', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['1.1.1.1', '172.32.0.1', '192.167.255.255', '2606:4700::1111', '::ffff:1.1.1.1', 'example.org'])(
    'does not count %s as private',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );

  const lookedUp = (addresses: readonly string[], all: boolean) =>
    new Promise((resolve) => {
      const answer = (_name: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      publicLookup(answer as unknown as typeof lookup)('host.example', { all }, (error, found) =>
        resolve(error?.code ?? found),
      );
    });

  it('refuses a name any of whose addresses is private, as a name that was rebound', async () => {
    expect(await lookedUp(['1.1.1.1', '10.0.0.1'], true)).toBe('EPRIVATE');
    expect(await lookedUp([], true)).toBe('EPRIVATE');
    expect(await lookedUp(['1.1.1.1'], true)).toEqual([{ address: '1.1.1.1', family: 4 }]);
    expect(await lookedUp(['1.1.1.1'], false)).toBe('1.1.1.1');
  });

  it.each(['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9'])(
    'are not asked by a provider whose host the operator did not name: %s',
    async (baseUrl) => {
      const provider = trialProvider(baseUrl, { name: 'known', exchange: { allowsPrivate: false } });
      const error: unknown = await provider
        .ask({ method: 'GET', path: '/' }, trialCall(), (text) => text)
        .catch((failure: unknown) => failure);
      await provider.close();
      expect(error).toBeInstanceOf(SourceError);
      expect(String(error)).toContain('known cannot be asked: its name leads into a private network');
    },
  );
});
