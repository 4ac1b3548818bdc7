/**
 * Checks the README of each module of the server, of its platform and of the app: it is short, has its parts, and the
 * tables that all of them name together are those of the migrated database, each named once.
 */

export interface Text {
  readonly file: string;
  readonly text: string;
}

export const MAX_README_LINES = 25;
/** Each is a line `- **Tables**: …` of the README; what a module has none of is 'none'. */
export const PARTS = ['Tables', 'Calls', 'Jobs', 'Settings', 'Commands'] as const;

/** Tables that no migration makes. */
export const MADE_BY_TOOLS: readonly string[] = ['schema_migration'];

const STATEMENT =
  /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(?<made>[\w%]+)|\bDROP TABLE (?:IF EXISTS )?(?<dropped>[\w, ]+)|\bALTER TABLE (?:IF EXISTS )?(?<from>\w+)\s+RENAME TO (?<to>\w+)/gi;

/**
 * The tables that are there after all migrations, which are given in their order. A table for each ledger is named by
 * its pattern: `transfers_%s`.
 */
export function tablesOf(migrations: readonly string[]): Set<string> {
  const tables = new Set<string>();
  for (const sql of migrations) {
    for (const { groups = {} } of sql.replace(/--.*$/gm, '').matchAll(STATEMENT)) {
      const { made, dropped, from, to } = groups;
      if (made !== undefined) tables.add(made);
      for (const name of dropped?.split(',') ?? []) tables.delete(name.trim());
      if (from !== undefined && to !== undefined && tables.delete(from)) tables.add(to);
    }
  }
  return tables;
}

/** What is wrong with the READMEs of these folders. `tables`: those of the migrated database. */
export function readmeProblems(
  folders: readonly string[],
  readmes: readonly Text[],
  tables: ReadonlySet<string>,
): string[] {
  const missing = folders
    .filter((folder) => readmes.every(({ file }) => file !== `${folder}/README.md`))
    .map((folder) => `${folder}/README.md does not exist`);
  return [...missing, ...readmes.flatMap(formProblems), ...tableProblems(readmes, tables)];
}

function formProblems({ file, text }: Text): string[] {
  const lines = text.trimEnd().split('\n').length;
  const long = lines > MAX_README_LINES ? [`${file}: ${lines} lines, at most ${MAX_README_LINES}`] : [];
  const parts = PARTS.filter((part) => partOf(text, part) === null);
  return [...long, ...parts.map((part) => `${file}: has no line '- **${part}**: …'`)];
}

function tableProblems(readmes: readonly Text[], tables: ReadonlySet<string>): string[] {
  const owners = new Map<string, string[]>();
  for (const { file, text } of readmes) {
    for (const [, name = ''] of (partOf(text, 'Tables') ?? '').matchAll(/`([^`]+)`/g)) {
      const table = name.replace(/<\w+>/, '%s');
      owners.set(table, [...(owners.get(table) ?? []), file]);
    }
  }
  const known = new Set([...tables, ...MADE_BY_TOOLS]);
  const unknown = [...owners]
    .filter(([table]) => !known.has(table))
    .map(([table, files]) => `${files.join(', ')}: names the table '${table}', which does not exist`);
  const wrong = [...known].flatMap((table) => {
    const files = owners.get(table) ?? [];
    if (files.length === 1) return [];
    return [files.length === 0 ? `no README names the table '${table}'` : `${files.join(', ')}: name '${table}' both`];
  });
  return [...unknown, ...wrong];
}

/** What follows `- **Tables**:` on its line; null where there is no such line. */
function partOf(text: string, part: (typeof PARTS)[number]): string | null {
  return new RegExp(`^- \\*\\*${part}\\*\\*: (\\S.*)$`, 'm').exec(text)?.[1] ?? null;
}
