import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redo, startHistory, step, undo } from './history.ts';

it('is as before after as many undone steps as were made, and as after once they are done again', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 50 }), (steps) => {
      const begun = startHistory<number>(0);
      const made = steps.reduce(step<number>, begun);
      const undone = steps.reduce((history) => undo(history), made);
      expect(undone.present).toBe(0);
      expect(steps.reduce((history) => redo(history), undone)).toEqual(made);
    }),
  );
});

it('forgets what was undone with the next step, and stays where there is nothing to undo', () => {
  const history = step(undo(step(startHistory('a'), 'b')), 'c');
  expect([undo(history).present, redo(history).present]).toEqual(['a', 'c']);
  expect(undo(startHistory('a'))).toEqual(startHistory('a'));
});
