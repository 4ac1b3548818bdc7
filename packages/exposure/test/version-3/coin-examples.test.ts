import { describe, expect, it } from 'vitest';
import { asked, everOf, made, paid, type SketchedTransaction, START, shortOf } from './coin-sketches.ts';

describe('what a coin came from', () => {
  it('is the label of who owned the input, at one owner, and one more for every owner on the way', async () => {
    const way = [paid('a', 'thief', 'm'), made('b', [['a', 0, 'm', 100]], [['s', 100]])];
    expect(await everOf('m', way)).toEqual(['stolen_coins at 1: 1']);
    expect(await everOf('s', way)).toEqual(['stolen_coins at 2: 1']);
  });

  it('says six owners for six or more', async () => {
    const way = Array.from({ length: 9 }, (_, index) =>
      made(
        `t${index}`,
        [[index === 0 ? 'before' : `t${index - 1}`, 0, index === 0 ? 'thief' : `m${index}`, 100]],
        [[`m${index + 1}`, 100]],
      ),
    );
    expect(await everOf('m5', way)).toEqual(['stolen_coins at 5: 1']);
    expect(await everOf('m9', way)).toEqual(['stolen_coins at 6: 1']);
  });

  it('adds no owner for change, also for what others paid into the transaction', async () => {
    const joint = [
      paid('a', 'thief', 'm'),
      paid('b', 'bridge', 'n'),
      made(
        'c',
        [
          ['a', 0, 'm', 100],
          ['b', 0, 'n', 100],
        ],
        [
          ['m', 150],
          ['s', 50],
        ],
      ),
      made('d', [['c', 0, 'm', 150]], [['s', 150]]),
    ];
    expect(await everOf('s', [...joint.slice(0, 3)])).toEqual(['bridge at 2: 0.5', 'stolen_coins at 2: 0.5']);
    expect(await everOf('s', joint)).toEqual(['bridge at 2: 0.5', 'stolen_coins at 2: 0.5']);
  });

  it('adds no owner to explained shares for change to the cluster, but to all others', async () => {
    // f1 and f2 sign together first, so they are one cluster.
    const together = made(
      'z',
      [
        ['q', 0, 'f1', 5],
        ['q', 1, 'f2', 5],
      ],
      [['shop', 9]],
    );
    const way = [
      made(
        'both',
        [
          ['x', 0, 'ex', 100],
          ['y', 0, 'thief', 100],
        ],
        [['f1', 200]],
      ),
      made(
        'b',
        [['both', 0, 'f1', 200]],
        [
          ['shop', 100],
          ['f2', 100],
        ],
      ),
      made('c', [['b', 1, 'f2', 100]], [['s', 100]]),
    ];
    expect(await everOf('s', way)).toEqual(['exchange_licensed (explained) at 3: 0.5', 'stolen_coins at 3: 0.5']);
    const clustered = [together, ...way];
    expect(await everOf('s', clustered)).toEqual(['exchange_licensed (explained) at 2: 0.5', 'stolen_coins at 3: 0.5']);
  });

  it('is unknown origin for an input without a known value or owner, and R where its making is not held', async () => {
    const mixed = made(
      'a',
      [
        ['p', 0, 'm', 40],
        ['p', 1, null, 20],
        ['p', 2, null, null],
      ],
      [['s', 100]],
    );
    expect(await everOf('s', [mixed])).toEqual(['R: 0.4', 'unknown origin: 0.6']);
  });

  it('counts the receiver as unlabelled throughout, and leaves its own inputs out', async () => {
    const way = [
      paid('a', 'bridge', 'thief'),
      made(
        'b',
        [
          ['a', 0, 'thief', 100],
          ['p', 0, 'ex', 300],
        ],
        [['thief', 400]],
      ),
    ];
    expect(await everOf('thief', way)).toEqual(['bridge at 1: 0.25', 'exchange_licensed (explained) at 1: 0.75']);
  });

  it('marks a listing that began after the payment', async () => {
    const { ever: mixture } = await asked('s', [
      paid('a', 'listed', 's'),
      paid('b', 'ex', 's'),
      paid('c', 'listed', 's'),
    ]);
    expect(mixture?.rows.filter(({ category }) => category === 'sanctions')).toMatchObject([
      { beforeDesignation: false, firstTime: START + 2000 },
      { beforeDesignation: true, lastTime: START },
    ]);
  });
});

describe('a coinjoin', () => {
  const three = (first: string, second: string): readonly SketchedTransaction[] => [
    paid('a', first, 'p0'),
    paid('b', second, 'p1'),
    paid('c', 'bridge', 'p2'),
    made(
      'cj',
      [
        ['a', 0, 'p0', 100],
        ['b', 0, 'p1', 100],
        ['c', 0, 'p2', 100],
      ],
      [
        ['o0', 100],
        ['o1', 100],
        ['p0', 100],
      ],
    ),
  ];

  it('keeps bad shares and R, and replaces all else', async () => {
    expect(await everOf('o0', three('thief', 'ex'))).toEqual([
      'coinjoin at 1: 0.666666667',
      'stolen_coins at 2: 0.333333333',
    ]);
    expect(await everOf('o0', three('thief', 'nobody'))).toEqual([
      'R: 0.333333333',
      'coinjoin at 1: 0.333333333',
      'stolen_coins at 2: 0.333333333',
    ]);
  });

  it('adds no owner to bad shares for change', async () => {
    expect(shortOf((await asked('p0', three('thief', 'ex'))).now)).toEqual(['stolen_coins at 1: 1']);
    const spent = [...three('thief', 'ex'), made('d', [['cj', 2, 'p0', 100]], [['s', 100]])];
    expect(await everOf('s', spent)).toEqual(['coinjoin at 2: 0.666666667', 'stolen_coins at 2: 0.333333333']);
  });

  it('keeps what labelled inputs are, also of other entities, and is none with an exchange', async () => {
    const inputs = (first: string): SketchedTransaction =>
      made(
        'cj',
        [
          ['p', 0, first, 100],
          ['p', 1, 'thief', 100],
          ['p', 2, null, 100],
          ['p', 3, 'u', 100],
        ],
        [
          ['o0', 100],
          ['o1', 100],
          ['o2', 100],
          ['o3', 100],
        ],
      );
    expect(await everOf('o0', [inputs('other')])).toEqual([
      'R: 0.25',
      'coinjoin at 1: 0.25',
      'other_entities at 1: 0.25',
      'stolen_coins at 1: 0.25',
    ]);
    expect(await everOf('o0', [inputs('ex')])).toEqual([
      'R: 0.25',
      'exchange_licensed (explained) at 1: 0.25',
      'stolen_coins at 1: 0.25',
      'unknown origin: 0.25',
    ]);
  });

  it('leaves to a coinjoin before it what that one replaced', async () => {
    const second = (owner: string): SketchedTransaction =>
      made(
        'again',
        [
          ['cj', 0, 'o0', 100],
          ['cj', 1, 'o1', 100],
          ['e', 0, 'q', 100],
        ],
        [
          [owner, 100],
          ['x', 100],
          ['y', 100],
        ],
      );
    const way = [...three('thief', 'ex'), paid('e', 'ex', 'q'), second('s')];
    expect(await everOf('s', way)).toEqual([
      'coinjoin at 1: 0.333333333',
      'coinjoin at 2: 0.444444444',
      'stolen_coins at 3: 0.222222222',
    ]);
  });
});
