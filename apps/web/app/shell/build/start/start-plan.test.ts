import { describe, expect, it } from 'vitest';
import { planOf } from './start-plan.ts';

const MANIFEST = {
  url: '/manifest.js',
  entry: { module: '/entry.js', imports: ['/framework.js'] },
  routes: {
    root: { module: '/root.js', imports: ['/framework.js', '/common.js'] },
    'routes/login': {
      module: '/login.js',
      imports: ['/framework.js', '/root.js', '/form.js'],
      clientLoaderModule: '/login-loader.js',
    },
    'routes/other': { module: '/other.js', imports: ['/other-parts.js'] },
  },
};

describe('the files that hydrate a page', () => {
  const plan = planOf(MANIFEST, [{ id: 'root' }, { id: 'routes/login' }]);

  it('is what its routes need, each file once, dependencies first', () => {
    expect(plan.shared).toEqual(['/framework.js', '/common.js', '/form.js']);
    expect(plan).toMatchObject({ manifest: '/manifest.js', entry: '/entry.js' });
  });

  it('includes the loader of a route that is apart from its page', () => {
    expect(plan.routes).toEqual([
      ['root', ['/root.js']],
      ['routes/login', ['/login-loader.js', '/login.js']],
    ]);
  });
});
