import { expect, it } from 'vitest';
import { once } from './once.ts';

it('does the work once for all callers, and again only after a failure', async () => {
  let tries = 0;
  const first = Promise.withResolvers<string>();
  const work = once(async () => {
    tries += 1;
    return tries === 1 ? first.promise : `result ${tries}`;
  });
  const both = [work(), work()];
  first.reject(new Error('broken'));
  expect(await Promise.allSettled(both)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await Promise.all([work(), work()])).toEqual(['result 2', 'result 2']);
  expect(await work()).toBe('result 2');
});
