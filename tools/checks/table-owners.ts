/**
 * Finds sources of the server that name tables of other modules in their SQL. Each table is of one module, the one whose
 * README lists it; what another module does with it is to go through the index.ts of that module.
 */
import { nodesIn, treeOf } from './syntax.ts';

export interface Text {
  readonly file: string;
  readonly text: string;
}

/** Which folder has a table: `modules/money`, `platform`, `app`. A table for each ledger is `entries_%s`. */
export type Owners = ReadonlyMap<string, string>;

const SERVER = 'apps/server/src/';

/** The owners of tables, by the READMEs that list them. */
export function ownersOf(readmes: readonly Text[]): Owners {
  return new Map(
    readmes.flatMap(({ file, text }) => {
      const tables = /^- \*\*Tables\*\*: (.*)$/m.exec(text)?.[1] ?? '';
      return [...tables.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, folderOf(file)] as const);
    }),
  );
}

/** The part of the server that a file is in. */
export function folderOf(file: string): string {
  const [first = '', second = ''] = file.slice(SERVER.length).split('/');
  return first === 'modules' ? `modules/${second}` : first;
}

/** What a statement names a table after. In a list, what begins another part of the statement ends it. */
const BEFORE_TABLE = String.raw`(?<!DISTINCT )(?:FROM|JOIN|INTO|UPDATE|TABLE|USING|TRUNCATE)\s+(?:ONLY\s+|IF EXISTS\s+)?`;
const IN_LIST = String.raw`FROM\s(?:(?!\b(?:WHERE|ORDER|GROUP|ON|SELECT|LIMIT|SET|VALUES|RETURNING)\b)[\w\s,."])*?,\s*`;
const STATEMENT = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING|TRUNCATE)\b/;
/** Tables of a ledger are named by a function, and in a README by the number: `transfers_<ledger>`. */
const OF_LEDGER = /_<\w+>$/;

/** Tables that the statements of a source name, of those that there are. What a WITH names is no table. */
export function tablesIn(text: string, tables: Iterable<string>): ReadonlySet<string> {
  if (!STATEMENT.test(text)) return new Set();
  const names = [...tables].filter((table) => !OF_LEDGER.test(table)).join('|');
  const patterns = [BEFORE_TABLE, IN_LIST].map(
    (before) => new RegExp(String.raw`\b${before}"?(${names})"?(?![\w.(])`, 'g'),
  );
  const statements = [...nodesIn(treeOf(text))].flatMap((node) => {
    const value = node.type === 'StringLiteral' ? node['value'] : node.type === 'TemplateElement' ? node['cooked'] : '';
    return typeof value === 'string' && STATEMENT.test(value) ? [value] : [];
  });
  const found = statements.flatMap((sql) =>
    patterns.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, name = '']) => name)),
  );
  // Parts of a statement are put together from several texts.
  const isOfWith = (name: string) => new RegExp(String.raw`\b${name}\s+AS\s+(?:\w+\s+)*\(`).test(statements.join('\n'));
  return new Set(found.filter((name) => !isOfWith(name)));
}

/** By part of the server, the tables of others that its sources name, sorted. */
export function foreignTables(sources: readonly Text[], owners: Owners): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    const own = folderOf(file);
    for (const table of tablesIn(text, owners.keys())) {
      if (owners.get(table) === own) continue;
      found.set(own, (found.get(own) ?? new Set()).add(table));
    }
  }
  return Object.fromEntries([...found].map(([folder, tables]) => [folder, [...tables].toSorted()]));
}
