import { describe, expect, it } from 'vitest';
import { severalServers } from './several-servers.ts';

const NONE = { servers: [], betweenServers: new Map<string, string>(), standbys: new Map<string, string>() };
const FACTS = { ...NONE, mostLagSeconds: 10 };
const URL = 'postgres://assay:secret@10.0.0.2:5432/assay';

describe('an installation without the module of several servers', () => {
  it.each([
    ['LEDGER_SERVERS', { ...FACTS, servers: [{ name: 'db2', url: URL }] }],
    ['READ_STANDBYS', { ...FACTS, standbys: new Map([['main', URL]]) }],
  ])('refuses to start where %s names one, and does not print its address', (setting, facts) => {
    const refused = () => severalServers(facts, []);
    expect(refused).toThrow(new RegExp(`${setting}.* names servers, which this product cannot use`));
    expect(refused).not.toThrow('secret');
  });

  it('starts where the settings name none', () => {
    for (const facts of [undefined, FACTS]) expect(() => severalServers(facts, [])).not.toThrow();
  });
});
