import { readFileSync } from 'node:fs';
import { PROBLEMS, TEST_OUTCOMES } from '@assay/contracts/v1';
import { NETWORK_IDS, NETWORKS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { testAddresses } from '../../src/modules/api/test-mode/test-addresses.ts';
import { testTransactions } from '../../src/modules/api/test-mode/test-transactions.ts';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();
const pageOf = (name: string) => readFileSync(new URL(`../../../../docs/developers/${name}`, import.meta.url), 'utf8');
const PAGE = pageOf('README.md');

describe('the page of the public API', () => {
  it('explains fields that a check has', async () => {
    const who = await server.signedIn('fields@firm.example');
    const made = await who.post('/api/developers/keys', { name: 'Page', mode: 'test', scopes: ['checks:write'] });
    const address = testAddresses().find(({ network }) => network === 'TRX')?.address;
    const client = server.client({ authorization: `Bearer ${String(made.data['secret'])}` });
    const check = JSON.parse((await client.post('/api/v1/checks', { address, asset: 'USDT', network: 'TRX' })).text);
    const [, fields = ''] = /## Reading a result\n([\s\S]*?)\n## /.exec(PAGE) ?? [];
    const named = [...fields.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell = '']) =>
      cell.replaceAll('`', '').split(', '),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) expect(check).toHaveProperty(name);
  });
});

describe('the page of errors', () => {
  it.each(Object.entries(PROBLEMS))('describes %s under a heading of its own, with its status', (code, facts) => {
    expect(pageOf('errors.md')).toContain(`### ${code}\n\n${facts.status}. ${facts.title}. `);
  });
});

describe('the page of test addresses', () => {
  it.each(NETWORK_IDS)('has the table of %s as test mode answers it', async (network) => {
    const rows = testAddresses()
      .filter((one) => one.network === network)
      .map(({ outcome, address }) => `| \`${outcome}\` | \`${address}\` |`);
    expect(rows).toHaveLength(TEST_OUTCOMES.length);
    expect(pageOf('test-addresses.md')).toContain(
      `## ${NETWORKS[network].name}\n\nNetwork \`${network}\`.\n\n| Outcome | Address |\n|---|---|\n${rows.join('\n')}\n`,
    );
  });
});

describe('the table of test transactions', () => {
  it('has every one as test mode knows it', () => {
    const rows = testTransactions().map(
      ({ network, outcome, id }) => `| \`${network}\` | \`${outcome}\` | \`${id}\` |`,
    );
    expect(pageOf('test-addresses.md')).toContain(
      `| Network | Outcome | Transaction |\n|---|---|---|\n${rows.join('\n')}\n`,
    );
  });
});
