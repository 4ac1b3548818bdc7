import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factsOfSet } from './set-facts.ts';
import { STARTER_LABELS_DIR } from './starter-labels.ts';

describe('the facts of a list', () => {
  it('are known for every list that ships, with the licence its README names', () => {
    const readme = readFileSync(`${STARTER_LABELS_DIR}/README.md`, 'utf8');
    const names = readdirSync(STARTER_LABELS_DIR).flatMap((file) => /^(.+)\.jsonl$/.exec(file)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}.jsonl\``)) ?? '';
      const { licence, asOf } = factsOfSet(name, 'starter');
      expect(licence === null ? 'no licence' : row, name).toContain(licence);
      for (const date of asOf?.match(/\d{4}-\d{2}-\d{2}/g) ?? []) expect(row, name).toContain(date);
    }
  });

  it('are the publisher’s where the operator brought its present list in', () => {
    expect(factsOfSet('ofac-sdn', 'import')).toEqual({
      title: 'OFAC Specially Designated Nationals',
      licence: 'US Government work, public domain',
      url: 'https://sanctionslistservice.ofac.treas.gov',
      asOf: null,
    });
  });

  it('claim nothing about a list of the operator’s own', () => {
    expect(factsOfSet('constructor', 'import')).toEqual({ title: 'constructor', licence: null, url: null, asOf: null });
  });
});
