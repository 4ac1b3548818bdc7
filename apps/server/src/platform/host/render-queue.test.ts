import { describe, expect, it } from 'vitest';
import { RenderQueue } from './render-queue.ts';

const LIMITS = { atOnce: 1, waiting: 6, waitingOfNetwork: 3 };
const of = (network: string, widerNetwork = `wider ${network}`) => ({ network, widerNetwork });
const stays = new AbortController().signal;

/** Work that ends when `end` is called. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

describe('the queue of pages to render', () => {
  it('lets visitors take turns, however many pages one of them asks for', async () => {
    const queue = new RenderQueue(LIMITS);
    const first = held();
    const order: string[] = [];
    const page = (name: string) => async () => {
      order.push(name);
    };
    const pages = [
      queue.run(of('a'), stays, first.work),
      queue.run(of('a'), stays, page('a2')),
      queue.run(of('a'), stays, page('a3')),
      queue.run(of('a'), stays, page('a4')),
      queue.run(of('b'), stays, page('b1')),
      queue.run(of('c'), stays, page('c1')),
    ];
    first.end();
    await Promise.all(pages);
    expect(order).toEqual(['a2', 'b1', 'c1', 'a3', 'a4']);
  });

  it('refuses what is more than one network, the network around it or all together may ask for', async () => {
    const queue = new RenderQueue(LIMITS);
    const first = held();
    const done = async () => 'done';
    const running = queue.run(of('a'), stays, first.work);
    const ofA = [1, 2, 3].map(() => queue.run(of('a'), stays, done));
    await expect(queue.run(of('a'), stays, done)).rejects.toMatchObject({
      errorName: 'Overloaded',
      retryAfterSeconds: 2,
    });
    first.end();
    await Promise.all([running, ...ofA]);

    const full = new RenderQueue({ atOnce: 1, waiting: 2, waitingOfNetwork: 1 });
    const other = held();
    const ahead = full.run(of('a'), stays, other.work);
    const waiting = ['b', 'c'].map((network) => full.run(of(network), stays, done));
    await expect(full.run(of('d'), stays, done)).rejects.toMatchObject({ errorName: 'Overloaded' });
    other.end();
    await Promise.all([ahead, ...waiting]);

    const wide = new RenderQueue({ atOnce: 1, waiting: 100, waitingOfNetwork: 1 });
    const second = held();
    const busy = wide.run(of('x', 'w'), stays, second.work);
    const three = ['x1', 'x2', 'x3'].map((network) => wide.run(of(network, 'w'), stays, done));
    await expect(wide.run(of('x4', 'w'), stays, done)).rejects.toMatchObject({ errorName: 'Overloaded' });
    second.end();
    expect(await Promise.all(three)).toEqual(['done', 'done', 'done']);
    await busy;
    expect(await wide.run(of('x4', 'w'), stays, done)).toBe('done');
  });

  it('takes a visitor in when one network fills it, at the cost of the newest page of that network', async () => {
    const queue = new RenderQueue({ atOnce: 1, waiting: 6, waitingOfNetwork: 3 });
    const first = held();
    const done = async () => 'done';
    const running = queue.run(of('a1', 'a'), stays, first.work);
    const flood = ['a1', 'a1', 'a2', 'a2', 'a2', 'a3'].map((network) => queue.run(of(network, 'a'), stays, done));
    const ended = Promise.allSettled(flood);
    const visitor = queue.run(of('b'), stays, done);
    first.end();
    expect(await visitor).toBe('done');
    await running;
    expect((await ended).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('drops the page of a visitor who has left, and frees its place', async () => {
    const queue = new RenderQueue({ atOnce: 1, waiting: 1, waitingOfNetwork: 1 });
    const first = held();
    const leaves = new AbortController();
    let rendered = 0;
    const running = queue.run(of('a'), stays, first.work);
    const left = queue.run(of('b'), leaves.signal, async () => {
      rendered += 1;
    });
    leaves.abort(new Error('the visitor has left'));
    await expect(left).rejects.toThrow('the visitor has left');
    const next = queue.run(of('b'), stays, async () => 'next');
    first.end();
    await running;
    expect(await next).toBe('next');
    expect(rendered).toBe(0);
  });

  it('goes on after a page that could not be rendered', async () => {
    const queue = new RenderQueue(LIMITS);
    const failed = queue.run(of('a'), stays, async () => {
      throw new Error('no page');
    });
    await expect(failed).rejects.toThrow('no page');
    expect(await queue.run(of('a'), stays, async () => 'page')).toBe('page');
  });
});
