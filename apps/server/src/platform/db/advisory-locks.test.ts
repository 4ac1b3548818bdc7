import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCK_SPACES, LOCKS } from './advisory-locks.ts';

const SERVER = path.resolve(import.meta.dirname, '../..');
const NUMBERS = [...Object.values(LOCK_SPACES), ...Object.values(LOCKS)].map(Number);

describe('advisory locks', () => {
  it('have a number each', () => {
    expect(new Set(NUMBERS).size).toBe(NUMBERS.length);
  });

  it('have numbers that PostgreSQL takes: of two halves, the first has 32 bits', () => {
    for (const space of Object.values(LOCK_SPACES)) expect(space).toBeLessThan(2 ** 31);
  });

  it('are numbered nowhere else', () => {
    const sources = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/\.test\.ts$|\/test\//.test(file));
    const numbering = sources.filter((file) => {
      const text = readFileSync(path.join(SERVER, file), 'utf8');
      return /advisory/.test(text) && /const \w*(LOCK|LOCK_SPACE) = (0x)?\d|advisory_\w+\(\d/.test(text);
    });
    expect(numbering).toEqual([]);
  });
});
