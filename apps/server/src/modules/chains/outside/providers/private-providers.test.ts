import { describe, expect, it } from 'vitest';
import { SourceError } from '../../sources/sources.ports.ts';
import { trialCall, trialProvider } from './test/trial-provider.ts';

describe('private hosts', () => {
  it.each(['http://127.0.0.1:9', 'http://localhost:9', 'http://[::1]:9'])(
    'are not asked by a provider whose host the operator did not name: %s',
    async (baseUrl) => {
      const provider = trialProvider(baseUrl, { name: 'known', exchange: { allowsPrivate: false } });
      const error: unknown = await provider
        .ask({ method: 'GET', path: '/' }, trialCall(), (text) => text)
        .catch((failure: unknown) => failure);
      await provider.close();
      expect(error).toBeInstanceOf(SourceError);
      expect(String(error)).toContain('Could not reach known: its name leads into a private network');
    },
  );
});
