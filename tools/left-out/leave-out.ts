/**
 * Leaves a module out of the sources of the server, as CONTRIBUTING.md ("Leave a module out") says: its folder goes, and
 * from the files that list modules its imports and the lines that name what they import.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = 'apps/server';
const MODULES = `${SOURCES}/src/modules`;

/** The files that list modules, one entry a line. */
const LISTS = [
  `${SOURCES}/src/app/modules.ts`,
  `${SOURCES}/src/app/databases/several-servers.ts`,
  `${SOURCES}/src/app/jobs/retention-register.ts`,
  `${SOURCES}/src/commands/admin.ts`,
  `${SOURCES}/src/commands/command-list.ts`,
];

const IMPORT = /^import\s+(?:type\s+)?(?:(?<names>[^'";]+?)\s+from\s+)?'(?<from>[^']+)';\n/gm;
/** Any text that may be where another file is: of an import, of types too, or of a URL. */
const RELATIVE = /(['"`])(?<from>\.\.?\/[^'"`\n]+)\1/g;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

/**
 * Removes the folder of a module below `root`, and what the lists name of it.
 *
 * @throws where another file still needs it
 */
export function leaveOut(root: string, module: string): void {
  for (const file of LISTS) {
    const text = readFileSync(path.join(root, file), 'utf8');
    writeFileSync(path.join(root, file), withoutModule({ file, text }, module));
  }
  rmSync(path.join(root, MODULES, module), { recursive: true });
  const files = globSync([`${SOURCES}/src/**/*.ts`, `${SOURCES}/tools/**/*.ts`, `${SOURCES}/starter/*.ts`], {
    cwd: root,
  });
  const needing = files.filter((file) =>
    needsModule({ file, text: readFileSync(path.join(root, file), 'utf8') }, module),
  );
  if (needing.length > 0) throw new Error(`still needed by ${needing.toSorted().join(', ')}`);
}

/** A file of the sources, by its path from the root. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** The text of a list without the imports of a module and every line that names what they import. */
export function withoutModule({ file, text }: Source, module: string): string {
  const gone = new Set<string>();
  const rest = text.replaceAll(IMPORT, (statement, ...match) => {
    const { names = '', from } = match.at(-1) as { readonly names?: string; readonly from: string };
    if (!isOfModule(file, from, module)) return statement;
    for (const name of localNames(names)) gone.add(name);
    return '';
  });
  const names = new RegExp(`\\b(?:${[...gone].join('|')})\\b`);
  const stays = (line: string) => gone.size === 0 || COMMENT.test(line) || !names.test(line);
  return rest.split('\n').filter(stays).join('\n');
}

/** Whether a file names one of the module, however deep. */
export function needsModule({ file, text }: Source, module: string): boolean {
  return [...text.matchAll(RELATIVE)].some(({ groups }) => isOfModule(file, groups?.['from'] ?? '', module));
}

/** `api`, `{ A, type B as C }` and `* as d` are known in the file as api, A, C and d. */
function localNames(names: string): string[] {
  return names
    .replaceAll(/[{}\n]/g, ' ')
    .split(',')
    .flatMap((name) => name.trim().split(/\s+/).at(-1) || []);
}

function isOfModule(file: string, from: string, module: string): boolean {
  return path.posix.join(path.posix.dirname(file), from).startsWith(`${MODULES}/${module}/`);
}
