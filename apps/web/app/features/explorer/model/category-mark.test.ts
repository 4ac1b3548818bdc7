import { CATEGORY_IDS } from '@assay/domain';
import { expect, it } from 'vitest';
import { categoryMark } from './category-mark.ts';

it('distinguishes every two categories by two characters', () => {
  const marks = CATEGORY_IDS.map(categoryMark);
  for (const mark of marks) expect(mark).toHaveLength(2);
  expect(new Set(marks.map((mark) => mark.toLowerCase())).size).toBe(CATEGORY_IDS.length);
});
