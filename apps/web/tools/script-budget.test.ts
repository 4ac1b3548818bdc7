import { describe, expect, it } from 'vitest';
import { weighPages } from './script-budget.ts';

const SIZES: Readonly<Record<string, number>> = {
  '/list.js': 1,
  '/entry.js': 10,
  '/framework.js': 100,
  '/root.js': 1_000,
  '/layout.js': 10_000,
  '/page.js': 100_000,
};

describe('the script of a first page', () => {
  it('is the list, the entry, the route and its parents, each file once', () => {
    const manifest = {
      url: '/list.js',
      entry: { module: '/entry.js', imports: ['/framework.js'] },
      routes: {
        root: { module: '/root.js', imports: ['/framework.js'] },
        layout: { parentId: 'root', module: '/layout.js' },
        page: { parentId: 'layout', module: '/page.js', imports: ['/framework.js', '/root.js'] },
      },
    };
    expect(weighPages(manifest, (url) => SIZES[url] ?? Number.NaN)).toEqual([
      { route: 'page', bytes: 111_111 },
      { route: 'layout', bytes: 11_111 },
      { route: 'root', bytes: 1_111 },
    ]);
  });
});
