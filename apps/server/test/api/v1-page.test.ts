import { readFileSync } from 'node:fs';
import { PROBLEMS, TEST_OUTCOMES } from '@assay/contracts/v1';
import { NETWORK_IDS, NETWORKS } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { TEST_ADDRESSES } from '../../src/features/test-mode/index.ts';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();
const pageOf = (name: string) => readFileSync(new URL(`../../../../docs/developers/${name}`, import.meta.url), 'utf8');
const PAGE = pageOf('README.md');

/** Sends the sample whose key is the variable, as a shell would. */
async function sendSample(variable: string, mode: 'live' | 'test') {
  const sample = [...PAGE.matchAll(/curl https[^`]*/g)]
    .map(([text]) => text)
    .find((text) => text.includes(`$${variable}"`));
  const headers = Object.fromEntries(
    [...(sample ?? '').matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const [, url = '', body = ''] = /curl https:\/\/assay\.example(\S+)[\s\S]*-d '([^']+)'/.exec(sample ?? '') ?? [];
  const who = await server.signedIn(`reader-${mode}@firm.example`);
  const made = await who.post('/api/developers/keys', { name: 'Page', mode, scopes: ['checks:read', 'checks:write'] });
  headers['authorization'] = String(headers['authorization']).replace(`$${variable}`, String(made.data['secret']));
  const answer = await server.client(headers).post(url, JSON.parse(body));
  expect(answer.status, answer.text).toBe(201);
  return JSON.parse(answer.text);
}

describe('the page of the public API', () => {
  it('begins with a call that works as it is written', async () => {
    const check = await sendSample('ASSAY_KEY', 'live');
    for (const [, field = ''] of PAGE.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)) {
      if (field.includes('checks:') || TEST_OUTCOMES.some((outcome) => field.includes(outcome))) continue;
      for (const name of field.replaceAll('`', '').split(', ')) expect(check).toHaveProperty(name);
    }
  });

  it('shows a check in test mode that works as it is written', async () => {
    expect(await sendSample('ASSAY_TEST_KEY', 'test')).toMatchObject({ mode: 'test', stars: 5 });
  });

  it.each(Object.entries(PROBLEMS))('describes %s under a heading of its own, with its status', (code, facts) => {
    expect(PAGE).toContain(`### ${code}\n\n${facts.status}. ${facts.title}. `);
  });
});

describe('the page of test addresses', () => {
  it.each(NETWORK_IDS)('has the table of %s as test mode answers it', async (network) => {
    const rows = TEST_ADDRESSES.filter((one) => one.network === network).map(
      ({ outcome, address }) => `| \`${outcome}\` | \`${address}\` |`,
    );
    expect(rows).toHaveLength(TEST_OUTCOMES.length);
    expect(pageOf('test-addresses.md')).toContain(
      `## ${NETWORKS[network].name}\n\nNetwork \`${network}\`.\n\n| Outcome | Address |\n|---|---|\n${rows.join('\n')}\n`,
    );
  });
});
