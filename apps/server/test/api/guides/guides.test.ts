import { readFileSync } from 'node:fs';
import { ROWS_EXAMPLES } from '@assay/contracts/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useAuthApp } from '../../support/auth-app.ts';
import { guideNames, type Sample, SampleFolder, samplesOf } from './samples.ts';

const server = useAuthApp();
const SCOPES = ['checks:read', 'checks:write', 'batches', 'webhooks', 'labels:read'];
/** Guides of programs, whose own tests run what they show (client/mcp, client/command). */
const OF_PROGRAMS = ['mcp', 'command-line'];

const guides = guideNames().filter((name) => !OF_PROGRAMS.includes(name));
let folder: SampleFolder;
let site = '';
let key = '';

beforeAll(async () => {
  folder = new SampleFolder({ 'deposits.jsonl': ROWS_EXAMPLES['application/x-ndjson'] });
  site = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const member = await server.signedIn('reader@firm.example');
  const made = await member.post('/api/developers/keys', { name: 'Reader', mode: 'test', scopes: SCOPES });
  key = String(made.data['secret']);
}, 60_000);
afterAll(() => folder.remove());

const samples = guides.flatMap((guide) => samplesOf(guide).map((sample) => ({ ...sample, guide })));
const runnable = ({ language }: Sample) => ['sh', 'ts', 'python'].includes(language);

describe('the samples of the guides', () => {
  it('are in languages that are run or read here', () => {
    const languages = new Set(samples.map(({ language }) => language));
    expect([...languages].toSorted()).toEqual(['json', 'python', 'sh', 'ts']);
    for (const { code } of samples.filter(({ language }) => language === 'json')) JSON.parse(code);
    for (const guide of ['quickstart', 'deposits', 'withdrawals', 'errors', 'test-mode']) {
      const own = samples.filter((sample) => sample.guide === guide).map(({ language }) => language);
      expect(own, guide).toEqual(expect.arrayContaining(['ts', 'python']));
    }
  });

  it('in TypeScript have types that a strict program accepts', async () => {
    expect(await folder.typeErrors(samples.filter(({ language }) => language === 'ts'))).toBe('');
  }, 60_000);

  it.each(samples.filter(runnable))(
    'run as they are written: $name, $language',
    async (sample) => {
      const output = await folder.outputOf(sample, site, key);
      if (sample.prints !== null) expect(output.split('\n')).toEqual(sample.prints);
      if (sample.language === 'sh') expect(JSON.parse(output)).toHaveProperty('object');
    },
    60_000,
  );
});

describe('the list of guides', () => {
  it('names every guide, as the pages of the site do', () => {
    const list = readFileSync(new URL('../../../../../docs/developers/README.md', import.meta.url), 'utf8');
    const pages = readFileSync(new URL('../../../../web/app/features/developers/guides.ts', import.meta.url), 'utf8');
    for (const name of guideNames().filter((one) => one !== 'README')) {
      expect(list).toContain(`](${name}.md)`);
      expect(pages).toContain(`/docs/developers/${name}.md'`);
      expect(pages).toContain(`    '${name}',\n`);
    }
  });
});
