import type { Rate } from '../shares/rate.ts';
import type { Count } from './summary.ts';

export type Row = readonly string[];

/** A share with what it is of, its cases and its interval; a count where nothing was drawn. */
export function rateText(rate: Rate | Count): string {
  const { count, of } = rate;
  if (of === 0) return 'n=0';
  if (!('share' in rate) || rate.share === null || rate.low === null || rate.high === null) return `${count}/${of}`;
  const percent = (value: number) => (value * 100).toFixed(1);
  const cases = rate.cases === of ? '' : `, ${rate.cases} cases`;
  return `${count}/${of} ${percent(rate.share)}% (${percent(rate.low)}-${percent(rate.high)}${cases})`;
}

export function table(head: Row, rows: readonly Row[]): void {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows])
    print(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  print('');
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
