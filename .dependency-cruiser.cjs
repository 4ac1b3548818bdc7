// Who may import whom (docs/ARCHITECTURE.md). One row per workspace; what is not listed is forbidden.
const MAY_IMPORT = {
  'packages/domain': [],
  'packages/figures': [],
  'packages/address': ['domain'],
  'packages/exposure': ['domain'],
  'packages/contracts': ['domain'],
  'packages/certificate': ['domain'],
  'packages/report': ['domain', 'figures', 'certificate'],
  'packages/ui': ['domain', 'figures'],
  'packages/testkit': ['domain', 'address', 'exposure', 'contracts'],
  'apps/server': ['domain', 'address', 'exposure', 'contracts', 'certificate', 'figures', 'report'],
  'apps/web': ['domain', 'address', 'contracts', 'certificate', 'figures', 'ui'],
  'apps/bot': ['domain', 'address', 'contracts'],
};
const TEST = '(\\.(test|spec|bench)\\.tsx?$|/test/)';
// Starts the testkit's stand-ins for the local demo; loaded only where the loopback rule holds and no keys are set.
const STAND_INS = '^apps/server/src/stand-ins\\.ts$';
const PURE = 'packages/(domain|address|exposure|contracts|certificate|figures)';

const allow = (from, names) => `^(${from}${names.length ? `|packages/(${names.join('|')})` : ''})/`;

const workspaceRules = Object.entries(MAY_IMPORT).flatMap(([from, to]) => [
  {
    name: `who-may-import:${from}`,
    severity: 'error',
    comment: `${from} may import only: ${to.join(', ') || 'nothing of this repository'}.`,
    from: { path: `^${from}/`, pathNot: `${TEST}|${STAND_INS}` },
    to: { path: '^(packages|apps)/', pathNot: allow(from, to) },
  },
  {
    name: `who-may-import-in-tests:${from}`,
    severity: 'error',
    comment: `Tests of ${from} may add testkit, nothing else.`,
    from: { path: `^${from}/.*${TEST}` },
    to: { path: '^(packages|apps)/', pathNot: allow(from, [...to, 'testkit']) },
  },
]);

module.exports = {
  forbidden: [
    ...workspaceRules,
    {
      name: 'workspace-is-listed',
      severity: 'error',
      comment: 'A new workspace gets a row in MAY_IMPORT before it may import anything.',
      from: { path: '^(packages|apps)/', pathNot: `^(${Object.keys(MAY_IMPORT).join('|')})/` },
      to: {},
    },
    { name: 'no-cycles', severity: 'error', comment: 'Dependencies point one way.', from: {}, to: { circular: true } },
    {
      name: 'no-deep-import',
      severity: 'error',
      comment: 'Another workspace is imported by its package name, never by a path into it.',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: { path: '^(packages|apps)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'pure-packages-do-no-io',
      severity: 'error',
      comment: 'Pure packages run in a browser and in a test without mocks.',
      from: { path: `^${PURE}/src/`, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'feature-front-door',
      severity: 'error',
      comment: 'A server feature is used through its index.ts.',
      from: { path: '^apps/server/src/features/([^/]+)/' },
      to: { path: '^apps/server/src/features/[^/]+/(?!index\\.ts$)', pathNot: '^apps/server/src/features/$1/' },
    },
    {
      name: 'feature-front-door-from-outside',
      severity: 'error',
      comment: 'Wiring and commands use a server feature through its index.ts too.',
      from: { path: '^apps/server/(src|test)/', pathNot: `(^apps/server/src/features/|${TEST})` },
      to: { path: '^apps/server/src/features/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'only-stores-touch-the-database',
      severity: 'error',
      comment:
        'SQL lives in *.store.ts; wiring opens the database. What belongs into one transaction is for a use case to say: it may open one, and hand its client to stores.',
      from: {
        path: '^apps/server/src/features/',
        pathNot: `(\\.store\\.ts$|${TEST})`,
      },
      to: {
        path: '(^apps/server/src/db/|node_modules/pg[-/])',
        pathNot: '^apps/server/src/db/transactions\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-do-not-know-adapters',
      severity: 'error',
      comment: 'A feature declares a port; wiring puts the adapter in.',
      from: { path: '^apps/server/src/features/' },
      to: { path: '^apps/server/src/adapters/' },
    },
    {
      name: 'web-features-do-not-meet',
      severity: 'error',
      comment: 'Web features compose only in routes.',
      from: { path: '^apps/web/app/features/([^/]+)/' },
      to: { path: '^apps/web/app/(routes|features)/', pathNot: '^apps/web/app/features/$1/' },
    },
    {
      name: 'product-does-not-import-dev-dependencies',
      severity: 'error',
      comment: 'What runs in production is a dependency of the workspace that uses it.',
      from: { path: '^(packages|apps/(server|bot))/', pathNot: `(${TEST}|^packages/testkit/)` },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules/(?!@assay)' },
    exclude: { path: '(^|/)(build|\\.react-router|coverage)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    preserveSymlinks: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
