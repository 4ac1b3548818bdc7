import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchFolder } from './folder.ts';

/** One line of a table, in the order the columns are named. */
export type Row = Readonly<Record<string, string>>;

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Key figures by name, for `npm run bench`; none where their peer is not on this machine. */
  readonly figures?: Readonly<Record<string, number>>;
}

/** Results stay beside the graphs, so that a table can be made from runs in parts. */
function fileOf(transfers: number, seed: number): string {
  return path.join(benchFolder('results'), `${transfers}-${seed}.json`);
}

export function keepSection(transfers: number, seed: number, part: string, section: Section): void {
  const all = { ...sectionsOf(transfers, seed), [part]: section };
  writeFileSync(fileOf(transfers, seed), JSON.stringify(all, null, 1));
}

export function sectionsOf(transfers: number, seed: number): Readonly<Record<string, Section>> {
  const file = fileOf(transfers, seed);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Section>) : {};
}

/** The sections as Markdown. */
export function tablesOf(sections: readonly Section[]): string {
  return sections
    .map(({ title, rows }) => {
      const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const cells = [names, names.map(() => '---'), ...rows.map((row) => names.map((name) => row[name] ?? ''))];
      return [`**${title}**`, '', ...cells.map((line) => `| ${line.join(' | ')} |`)].join('\n');
    })
    .join('\n\n');
}
