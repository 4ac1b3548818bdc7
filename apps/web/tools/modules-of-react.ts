import type { Plugin } from 'vite';

/** The file that a browser runs, by the one that chooses it. */
const CHOSEN: Readonly<Record<string, string>> = {
  'react/index.js': 'react',
  'react/jsx-runtime.js': 'react-jsx-runtime',
  'react-dom/index.js': 'react-dom',
  'react-dom/client.js': 'react-dom-client',
  'scheduler/index.js': 'scheduler',
};
const FILE = /\/node_modules\/((?:react|react-dom|scheduler)\/(?:cjs\/[\w-]+\.production\.js|[\w-]+\.js))$/;
const REQUIRES = /^var ((?:\w+ = require\("[\w-]+"\)(?:,\s*|;))+)/m;

/**
 * React comes as scripts of Node. A bundler cannot know what is used of those: all of it is loaded, each call is written as
 * `(0, runtime.jsx)(…)`, and each file wraps React once more. Here they become modules; what no page uses is left out.
 */
export function modulesOfReact(): Plugin {
  return {
    name: 'modules-of-react',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const file = FILE.exec(id.replaceAll('\\', '/'))?.[1];
      if (file === undefined) return null;
      const chosen = CHOSEN[file];
      if (chosen !== undefined) return { code: allOf(`./cjs/${chosen}.production.js`), map: null };
      return { code: asModule(code), map: null };
    },
  };
}

/** A module with the names of another one, and with all of them as its default, as Node has it. */
function allOf(source: string): string {
  return `export * from '${source}';\nimport * as all from '${source}';\nexport default all;`;
}

/**
 * A script of React as a module that exports the same names.
 *
 * @throws where the script says something that is not known here
 */
export function asModule(script: string): string {
  const imports: string[] = [];
  const body = script.replace(REQUIRES, (_all, list: string) => {
    for (const [, name, source] of list.matchAll(/(\w+) = require\("([\w-]+)"\)/g)) {
      imports.push(`import * as ${name} from '${source}';`);
    }
    return '';
  });
  const names = [...body.matchAll(/\bexports\.(\w+)/g)].map(([, name]) => String(name));
  const atStart = [...body.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => String(name));
  // What is said once is left out where nobody uses it; the rest is assigned where the script assigns it.
  const once = atStart.filter((name) => names.indexOf(name) === names.lastIndexOf(name));
  const more = [...new Set(names)].filter((name) => !once.includes(name));
  const code = body
    .replace(/^exports\.(\w+) =/gm, (all, name: string) => (once.includes(name) ? `const exported_${name} =` : all))
    .replace(/\bexports\.(\w+)/g, (_all, name: string) => `exported_${name}`);
  if (names.length === 0 || /\b(?:exports|module|require)\b[.(]/.test(code)) {
    throw new Error('React is no longer written in the words known here');
  }
  const exported = [...once, ...more].map((name) => `exported_${name} as ${name}`);
  return [...imports, ...more.map((name) => `let exported_${name};`), code, `export { ${exported.join(', ')} };`].join(
    '\n',
  );
}
