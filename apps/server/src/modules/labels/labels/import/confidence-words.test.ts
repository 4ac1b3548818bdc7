import { expect, it } from 'vitest';
import { confidenceOf } from './confidence-words.ts';

it.each([
  ['ownership', 100],
  ['ledger_immanent', 100],
  ['authority', 100],
  ['manual_transaction', 90],
  ['service_api', 70],
  ['forensic', 70],
  ['authority_data', 60],
  ['service_data', 50],
  ['trusted_provider', 50],
  ['untrusted_transaction', 40],
  ['web_crawl', 20],
  ['heuristic', 10],
  ['0', 0],
  ['100', 100],
])('places %s at %i', (word, value) => {
  expect(confidenceOf(word)).toBe(value);
});

it('is 20 when none is given', () => {
  expect(confidenceOf(undefined)).toBe(20);
  expect(confidenceOf(' ')).toBe(20);
});

it.each(['101', '-1', '50.5', 'certain', 'constructor', '1e1'])('knows no %s', (text) => {
  expect(confidenceOf(text)).toBeNull();
});
