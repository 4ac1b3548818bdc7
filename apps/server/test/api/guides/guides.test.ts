import { readFileSync } from 'node:fs';
import { ROWS_EXAMPLES } from '@assay/contracts/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testAddresses } from '../../../src/modules/api/test-mode/test-addresses.ts';
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

/** Published addresses about which nothing is known, or nothing yet. */
const UNKNOWN = testAddresses().filter(
  ({ network, outcome }) => network === 'TRX' && ['not_rated', 'out_of_coverage', 'failing'].includes(outcome),
);
const KNOWN = testAddresses().find(({ network, outcome }) => network === 'TRX' && outcome === 'star_5')?.address;

describe('the samples about withdrawals', () => {
  const [decide, inPython, maySign] = samples.filter(
    ({ guide, language }) => guide === 'withdrawals' && ['ts', 'python'].includes(language),
  );
  const lastLines = async (sample: Sample | undefined, name: string, more: readonly string[]) => {
    const { code } = sample ?? expect.fail('The guide has no such sample');
    const changed = { ...(sample ?? expect.fail()), name, code: `${code}\n${more.join('\n')}\n` };
    return (await folder.outputOf(changed, site, key)).split('\n').slice(-more.length);
  };

  it('hold where nothing is known of the address, and sign where it is rated well', async () => {
    expect(UNKNOWN.map(({ outcome }) => outcome).toSorted()).toEqual(['failing', 'not_rated', 'out_of_coverage']);
    const [ready, ...unknown] = [KNOWN, ...UNKNOWN.map(({ address }) => address)];
    const asked = [ready, ...unknown].map((address, index) => `'held-${index}', '${address}'`);
    const byProgram = await lastLines(
      decide,
      'withdrawals-unknown',
      asked.map((one) => `console.log(await screenWithdrawal(${one}, 'USDT', 'TRX'));`),
    );
    expect(byProgram[0]).toBe('sign');
    expect(byProgram.slice(1).filter((decision) => !['ask', 'wait'].includes(decision))).toEqual([]);
    const byPython = await lastLines(
      inPython,
      'withdrawals-unknown-python',
      asked.map((one) => `print(screen_withdrawal(${one.replace('held', 'kept')}, 'USDT', 'TRX'))`),
    );
    expect(byPython[0]).toBe('sign');
    expect(byPython.slice(1).filter((decision) => !['ask', 'wait'].includes(decision))).toEqual([]);
  }, 120_000);

  it('hold a payment where the receiver or the own wallet is not rated', async () => {
    const unrated = UNKNOWN.find(({ outcome }) => outcome === 'not_rated')?.address ?? '';
    const paid = await lastLines(maySign, 'withdrawals-unrated', [
      `console.log(await maySign('unrated-1', '${unrated}', '1'));`,
    ]);
    expect(paid).toEqual(['false']);
    const wallet = /const HOT_WALLET = '(\w+)'/.exec(maySign?.code ?? '')?.[1] ?? expect.fail();
    const own = testAddresses().find(({ network, outcome }) => network === 'TRX' && outcome === 'star_4')?.address;
    // Another payment: its key belongs to the sample as it is written.
    const from = (address = '', id = `from-${address}`) =>
      maySign && { ...maySign, code: maySign.code.replace(wallet, address).replaceAll('withdrawal-61', id) };
    const asked = (name: string) => [`console.log(await maySign('${name}', '${KNOWN}', '1'));`];
    expect(await lastLines(from(own), 'withdrawals-rated', asked('rated-1'))).toEqual(['true']);
    expect(await lastLines(from(unrated), 'withdrawals-own', asked('unrated-2'))).toEqual(['false']);
  }, 120_000);
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
