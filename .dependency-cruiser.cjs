// Who may import whom (docs/ARCHITECTURE.md). One row per workspace; what is not listed is forbidden.
const MAY_IMPORT = {
  'packages/domain': [],
  'packages/figures': [],
  'packages/wording': ['domain'],
  'packages/address': ['domain'],
  'packages/exposure': ['domain', 'wording'],
  'packages/client': ['contracts'],
  'packages/mcp': ['client', 'contracts', 'certificate', 'wording'],
  'packages/command': ['client', 'address', 'certificate', 'domain', 'wording'],
  'packages/cli': ['command'],
  'packages/contracts': ['domain'],
  'packages/certificate': ['domain', 'contracts'],
  'packages/report': ['domain', 'figures', 'certificate', 'wording'],
  'packages/ui': ['domain', 'figures', 'wording'],
  'packages/stand-ins': [],
  'packages/testkit': ['domain', 'address', 'exposure', 'contracts', 'stand-ins'],
  'apps/server': [
    'domain',
    'address',
    'exposure',
    'contracts',
    'certificate',
    'figures',
    'report',
    'wording',
    'command',
  ],
  'apps/web': ['domain', 'address', 'contracts', 'certificate', 'figures', 'ui', 'wording'],
  'apps/bot': ['domain', 'address', 'contracts', 'wording'],
};
// The folders of the engine, lowest first: each may import only those it lists, so that no two import each other.
const EXPOSURE_FOLDERS = {
  method: [],
  records: [],
  labels: ['method', 'records'],
  walk: ['method', 'records', 'labels'],
  columns: ['method', 'records', 'labels', 'walk'],
  partial: ['records', 'labels', 'walk'],
  score: ['method', 'records', 'labels', 'walk'],
  planned: ['records', 'labels', 'walk'],
  change: ['method', 'records', 'walk', 'score'],
  text: ['method', 'records', 'labels', 'walk', 'score', 'change'],
  notes: ['records', 'method', 'score', 'text'],
  assess: ['method', 'records', 'labels', 'walk', 'score', 'text'],
  reference: ['method', 'records', 'labels', 'walk', 'columns'],
  'version-3': ['method', 'records', 'labels', 'walk', 'columns', 'score', 'partial'],
};
// The modules of the server, lowest first: each may import those above it in this list, and the platform.
const MODULES = [
  'accounts',
  'money',
  'chains',
  'labels',
  'records',
  'checks',
  'reports',
  // From here on each can be left out: none of them imports another one that can.
  'api',
  'bot',
  'disputes',
  'nodes',
  'warehouse',
  'backup',
];
const CAN_BE_LEFT_OUT = MODULES.slice(MODULES.indexOf('api'));
const SERVER = 'apps/server/src';
// What a module offers to others.
const FRONT_DOOR = `^${SERVER}/modules/[^/]+/index\\.ts$`;
// What puts the parts of a module together: its face to `app`, how its parts are opened, and its commands.
const PUTS_TOGETHER = '/modules/[^/]+/(module\\.ts$|open/|commands/)';
const TEST = '(\\.(test|spec|bench)\\.tsx?$|/test/)';
/** What tests may import besides: the test kit, the stand-ins of payment providers, and the client of the public API. */
const TESTS_MAY_ADD = { 'apps/server': ['testkit', 'stand-ins', 'client'] };
// Starts the stand-ins of payment providers for the local demo; loaded only where the loopback rule holds and no keys
// are set.
const STAND_INS = '^apps/server/src/app/composition/stand-ins\\.ts$';
// Published as one file that holds all it is made of (tools/bundle.mjs): what it imports is installed only where it is built.
const BUNDLED = '^packages/(mcp|cli)/';
const PURE = 'packages/(domain|address|exposure|contracts|certificate|figures|wording)';

const allow = (from, names) => `^(${from}${names.length ? `|packages/(${names.join('|')})` : ''})/`;

const testsMayAdd = (from) => TESTS_MAY_ADD[from] ?? ['testkit'];

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
    comment: `Tests of ${from} may add ${testsMayAdd(from).join(' and ')}, nothing else.`,
    from: { path: `^${from}/.*${TEST}` },
    to: { path: '^(packages|apps)/', pathNot: allow(from, [...to, ...testsMayAdd(from)]) },
  },
]);

const exposureRules = Object.entries(EXPOSURE_FOLDERS).map(([from, to]) => ({
  name: `exposure-folders:${from}`,
  severity: 'error',
  comment: `packages/exposure/src/${from} may import only: ${to.join(', ') || 'no other folder of the engine'}.`,
  from: { path: `^packages/exposure/src/${from}/`, pathNot: TEST },
  to: { path: '^packages/exposure/src/', pathNot: `^packages/exposure/src/(${[from, ...to].join('|')})/` },
}));

const moduleRules = MODULES.map((from, place) => {
  const may = MODULES.slice(0, place).filter((name) => !CAN_BE_LEFT_OUT.includes(name));
  return {
    name: `modules:${from}`,
    severity: 'error',
    comment: `modules/${from} may import only: ${may.join(', ') || 'no other module'}.`,
    from: { path: `^${SERVER}/modules/${from}/`, pathNot: TEST },
    to: { path: `^${SERVER}/modules/`, pathNot: `^${SERVER}/modules/(${[from, ...may].join('|')})/` },
  };
});

module.exports = {
  forbidden: [
    ...workspaceRules,
    ...exposureRules,
    ...moduleRules,
    {
      name: 'exposure-folder-is-listed',
      severity: 'error',
      comment: 'A new folder of the engine gets a row in EXPOSURE_FOLDERS before it may import anything.',
      from: {
        path: '^packages/exposure/src/[^/]+/',
        pathNot: `(${TEST}|^packages/exposure/src/(${Object.keys(EXPOSURE_FOLDERS).join('|')})/)`,
      },
      to: {},
    },
    {
      name: 'reference-engine-only-in-tests',
      severity: 'error',
      comment: 'The oracle, the static haircut and the reference stores are for tests and benchmarks.',
      from: { path: '^(packages|apps)/', pathNot: `(${TEST}|^packages/exposure/src/reference/)` },
      to: { path: '^packages/exposure/src/reference/' },
    },
    {
      name: 'stand-ins-of-the-demo',
      severity: 'error',
      comment: 'The local demo starts payment stand-ins; nothing else of the test kit runs in the product.',
      from: { path: STAND_INS },
      to: { path: '^(packages|apps)/', pathNot: allow('apps/server', [...MAY_IMPORT['apps/server'], 'stand-ins']) },
    },
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
      comment:
        'Another workspace is imported by its package name, never by a path into it. Only the client is used by its source: its package name is what is built of it.',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: {
        path: '^(packages|apps)/',
        pathNot: ['^$1/', '^packages/client/src/index\\.ts$'],
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'pure-packages-do-no-io',
      severity: 'error',
      comment: 'Pure packages run in a browser and in a test without mocks.',
      from: { path: `^${PURE}/src/`, pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'module-is-listed',
      severity: 'error',
      comment: 'A new module of the server gets its place in MODULES before it may import anything.',
      from: {
        path: `^${SERVER}/modules/[^/]+/`,
        pathNot: `^${SERVER}/modules/(${MODULES.join('|')})/`,
      },
      to: {},
    },
    {
      name: 'server-folder-is-listed',
      severity: 'error',
      comment: 'The server is app, commands, platform and modules, with main.ts and product.ts.',
      from: { path: `^${SERVER}/`, pathNot: `^${SERVER}/(app/|commands/|platform/|modules/|main\\.ts$|product\\.ts$)` },
      to: {},
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      comment: 'The platform serves every module and knows none.',
      from: { path: `^${SERVER}/platform/`, pathNot: TEST },
      to: { path: `^${SERVER}/(?!platform/)` },
    },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      comment: 'The application puts the modules together: only what starts it and the commands import it.',
      from: { path: `^${SERVER}/(platform|modules)/`, pathNot: TEST },
      to: { path: `^${SERVER}/(app/|commands/|main\\.ts$|product\\.ts$)` },
    },
    {
      name: 'module-front-door',
      severity: 'error',
      comment: 'Another module is used through its index.ts.',
      from: { path: `^${SERVER}/modules/([^/]+)/`, pathNot: `(${PUTS_TOGETHER}|${TEST})` },
      to: { path: `^${SERVER}/modules/`, pathNot: [`^${SERVER}/modules/$1/`, FRONT_DOOR] },
    },
    {
      name: 'module-front-door-of-what-puts-together',
      severity: 'error',
      comment: 'What puts a module together may also use how another one is opened, and what that has outside.',
      from: { path: `^${SERVER}/modules/([^/]+)/(module\\.ts$|open/|commands/)`, pathNot: TEST },
      to: { path: `^${SERVER}/modules/`, pathNot: [`^${SERVER}/modules/$1/`, FRONT_DOOR, '/outside/', '/open/'] },
    },
    {
      name: 'module-is-put-together-once',
      severity: 'error',
      comment: 'What a module does knows nothing of how it is put together.',
      from: { path: `^${SERVER}/(modules|platform)/`, pathNot: `(${PUTS_TOGETHER}|${TEST})` },
      to: { path: PUTS_TOGETHER },
    },
    {
      name: 'module-front-door-from-outside',
      severity: 'error',
      comment:
        'Only what puts the modules together, and commands, reach what talks to others; all else is used through the index.ts of its module. Threads, and what opens the database, load what they run and no more.',
      from: { path: `^${SERVER}/`, pathNot: `(^${SERVER}/(modules|app/(workers|databases))/|${TEST})` },
      to: { path: `^${SERVER}/modules/`, pathNot: [FRONT_DOOR, '/outside/', PUTS_TOGETHER, '/retention\\.ts$'] },
    },
    {
      name: 'module-does-not-enter-itself',
      severity: 'error',
      comment: 'The index.ts of a module is for others: inside, a file is imported where it is.',
      from: { path: `^${SERVER}/modules/([^/]+)/` },
      to: { path: `^${SERVER}/modules/$1/index\\.ts$` },
    },
    {
      name: 'only-stores-touch-the-database',
      severity: 'error',
      comment:
        'SQL lives in *.store.ts, or where a module talks to others. What belongs into one transaction is for a use case to say: it may open one, and hand its client to stores.',
      from: {
        path: `^${SERVER}/(modules|platform/(audit|mail|intake))/`,
        pathNot: `(\\.store\\.ts$|/outside/|${PUTS_TOGETHER}|${TEST})`,
      },
      to: {
        path: `(^${SERVER}/platform/db/|node_modules/pg[-/])`,
        pathNot: `^${SERVER}/platform/db/transactions\\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'modules-declare-ports',
      severity: 'error',
      comment: 'What talks to others lies in `outside` and implements a port; what opens the module puts it in.',
      from: { path: `^${SERVER}/modules/[^/]+/`, pathNot: `(/outside/|${PUTS_TOGETHER}|${FRONT_DOOR}|${TEST})` },
      to: { path: `^${SERVER}/modules/[^/]+/outside/` },
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
      comment: 'What runs in production or builds the site is a dependency of the workspace that uses it.',
      from: {
        path: '^(packages|apps)/',
        pathNot: `(${TEST}|${BUNDLED}|^packages/testkit/|^packages/[^/]+/tools/|^apps/server/tools/rows/)`,
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules/(?!@assay)' },
    exclude: { path: '(^|/)(web/build|server/build|\\.react-router|\\.types|coverage)/' },
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
