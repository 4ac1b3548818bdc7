import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reviewedList } from '@assay/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../platform/config/config.ts';
import { readEntityFacts } from './entity-facts.ts';
import { openServicesList, readServicesList } from './services-list.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'assay-services-'));
afterAll(() => rmSync(dir, { recursive: true }));

const facts = await readEntityFacts();
const shipped = await readServicesList(facts, null);
const file = path.join(dir, 'services.yaml');

const OWN_ROW = `
- entity: Kestrel Exchange
  rule: own_rule
  since: 2022-03-01
  because: Its own rule is of this day.
  evidence:
    - kind: own_statement
      name: Kestrel notice
      url: https://kestrel.example/notice
      date: 2022-02
      what: No deposit without identification from 1 March 2022
`;

function listWith(text: string) {
  writeFileSync(file, text);
  return readServicesList(facts, file);
}

/** The lines of the refusal, without the name of the file. */
async function refusalOf(text: string): Promise<readonly string[]> {
  try {
    await listWith(text);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .replaceAll(`${file}, `, '')
      .split('\n')
      .map((line) => line.trim());
  }
  return [];
}

describe('the list of services that ships', () => {
  it('has one row an entity, each with evidence and a reason for its first day', () => {
    expect(shipped.rows).toHaveLength(28);
    expect(new Set(shipped.rows.map(({ slug }) => slug)).size).toBe(28);
    for (const { entity, evidence, because, origin } of shipped.rows) {
      expect(evidence.length, entity).toBeGreaterThan(0);
      expect(because, entity).toMatch(/\.$/);
      expect(origin, entity).toBe('shipped');
    }
  });

  it('says of no row that it holds before all of its evidence', () => {
    for (const { entity, since, evidence } of shipped.rows) {
      const isEvidenced = evidence.some(({ date }) => date === null || date.slice(0, 7) <= since.slice(0, 7));
      expect(isEvidenced, entity).toBe(true);
    }
  });

  it('excludes only days that its rows have', () => {
    for (const { entity, since, until, excluded } of shipped.rows) {
      for (const { from, to } of excluded) {
        expect(from >= since && to <= (until ?? to), entity).toBe(true);
      }
    }
  });

  it('answers by the day of a payment, for every spelling of a name', () => {
    const isListed = reviewedList(shipped.rows, (entity) => facts.slugOf(entity));
    const at = (moment: string) => Date.parse(moment) / 1000;
    expect(isListed('Deribit', at('2021-09-30T23:59:59Z'))).toBe(false);
    expect(isListed('Derebit', at('2021-10-01T00:00:00Z'))).toBe(true);
    expect(isListed('Deribit', at('2022-11-01T23:00:00Z')), 'the day of a theft').toBe(false);
    expect(isListed('KuCoin & KuCoin Futures', at('2024-01-01T00:00:00Z'))).toBe(true);
    expect(isListed('Binance.US', at('2026-01-01T00:00:00Z'))).toBe(false);
    expect(isListed('MyEtherWallet darklist', at('2026-01-01T00:00:00Z'))).toBe(false);
  });
});

describe('a file of services of the operator', () => {
  it('adds rows, replaces one that ships, ends another and leaves a third out', async () => {
    const list = await listWith(`
services:${OWN_ROW.replaceAll('\n', '\n  ')}
  - entity: Bit-Stamp
    rule: own_rule
    since: 2015-01-06
    because: Counted from after the theft.
    evidence: [{ kind: press, name: CCN, url: 'https://ccn.example/a', what: Accounts without identification ended }]
ended:
  - { entity: bybit, until: 2026-06-30, because: 'Its rule no longer covers one kind of account.' }
left_out:
  - { entity: ZBX, because: 'Not reviewed by us.' }
`);
    expect(list.rows).toHaveLength(28);
    expect(list.of('kestrelexchange')).toMatchObject({ origin: 'operator', since: '2022-03-01', until: null });
    expect(list.of('bitstamp')).toMatchObject({ origin: 'operator', since: '2015-01-06', excluded: [] });
    expect(list.of('bybit')).toMatchObject({ until: '2026-06-30', endedBecause: expect.stringContaining('no longer') });
    expect(list.of('zbx')).toBeNull();
    expect(list.version).not.toBe(shipped.version);
  });

  it('may be JSON, and may be empty', async () => {
    expect((await listWith('{}')).version).toBe(shipped.version);
    expect((await listWith('')).version).toBe(shipped.version);
    const list = await listWith(JSON.stringify({ left_out: [{ entity: 'ZBX', because: 'Not reviewed by us.' }] }));
    expect(list.rows).toHaveLength(27);
  });

  it('gives the list a version by what the rows say, in whichever order they are', async () => {
    const other = OWN_ROW.replaceAll('Kestrel Exchange', 'Merlin Exchange');
    const one = await listWith(`services:${OWN_ROW}${other}`);
    expect((await listWith(`services:${other}${OWN_ROW}`)).version).toBe(one.version);
    expect((await listWith(`services:${OWN_ROW}${other.replace('2022-03-01', '2022-03-02')}`)).version).not.toBe(
      one.version,
    );
    expect(shipped.version).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['services: 7', 'line 1: services must be a list'],
    [
      `services:${OWN_ROW.replace('2022-03-01', '2022-02-30')}`,
      'line 4: services: Kestrel Exchange: since must be a day that exists, such as 2024-05-31',
    ],
    [
      `services:${OWN_ROW.replace('date: 2022-02', 'date: 2022-13')}`,
      'line 10: services: Kestrel Exchange: evidence.1.date must be a day or a month, such as 2024-05',
    ],
    [
      `services:${OWN_ROW.replace('https:', 'ftp:')}`,
      'line 9: services: Kestrel Exchange: evidence.1.url must be an address that begins with https:// or http://',
    ],
    [
      `services:${OWN_ROW.replace('own_rule', 'promise')}`,
      'line 3: services: Kestrel Exchange: rule must be licence or own_rule',
    ],
    [
      `services:${OWN_ROW.replace('  since', '  until: 2021-01-01\n  since')}`,
      'line 4: services: Kestrel Exchange: until must be a day that is not before since',
    ],
    [
      `services:${OWN_ROW.replace('  since', '  stars: 5\n  since')}`,
      'line 4: services: Kestrel Exchange: stars is no field of this file: remove it',
    ],
    [
      `services:${OWN_ROW}${OWN_ROW.replace('Kestrel Exchange', 'kestrel  exchange')}`,
      'line 13: services: kestrel  exchange: entity must be an entity that this file names once, under any spelling',
    ],
    [
      'left_out: [{ entity: Kestrel, because: Gone }]',
      'line 1: left_out: Kestrel: entity must be an entity that ships',
    ],
    [
      'ended: [{ entity: Bybit, until: 2020-01-01, because: Gone }]',
      'line 1: ended: Bybit: until must be a day that is not before 2023-05-08, the row’s first: name the entity in left_out to remove the row',
    ],
    [
      'ended: [{ until: 2020-01-01, because: Gone }]',
      'line 1: ended: row 1: entity must be a text of 1 to 200 printed characters in one line',
    ],
    ...['Kes\\0trel', 'Kes\\u202Etrel', '\\u200B', 'Kes\\ttrel'].map((name) => [
      `services:${OWN_ROW.replace('Kestrel Exchange', `"${name}"`)}`,
      `line 2: services: ${JSON.parse(`"${name.replace('\\0', '\\u0000')}"`)}: entity must be a text of 1 to 200 printed characters in one line`,
    ]),
    [
      `services:${OWN_ROW.replace('https://', 'https://reader:secret@')}`,
      'line 9: services: Kestrel Exchange: evidence.1.url must be an address without a user name or a password',
    ],
    ['- services', 'line 1: the file must be fields with their values'],
    ['services: [Kestrel]', 'line 1: services: row 1 must be fields with their values'],
    [`services: []\n---\nservices:${OWN_ROW}`, 'line 2: a second document begins, which nothing would read'],
  ])('is refused with line, row and field: %#', async (text, line) => {
    const refusal = await refusalOf(text);
    expect(refusal).toContain(line);
    expect(refusal[0]).toBe('The file of services, which SERVICES_FILE names, is not usable:');
    expect(refusal.at(-1)).toBe('Correct these lines, or unset SERVICES_FILE to use the list that ships.');
  });

  it('stops the start of a server where it is wrong, and is read once', async () => {
    writeFileSync(file, 'services: 7');
    await expect(openServicesList(file)).rejects.toThrow(ConfigError);
    writeFileSync(file, '{}');
    const services = await openServicesList(file);
    writeFileSync(file, 'services: 7');
    expect((await services()).version).toBe(shipped.version);
  });

  it('is refused where it cannot be read or is no YAML', async () => {
    await expect(readServicesList(facts, path.join(dir, 'nowhere.yaml'))).rejects.toThrow('cannot be read (ENOENT)');
    expect((await refusalOf('services: [')).length).toBeGreaterThan(2);
  });
});
