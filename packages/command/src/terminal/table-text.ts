type Row = readonly string[];

/** Columns as wide as their widest cell; numbers to the right. */
export function tableText(header: Row, rows: readonly Row[]): string {
  const widths = header.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isNumber = header.map((_, column) => rows.length > 0 && rows.every((row) => /^\d+$/.test(row[column] ?? '')));
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return isNumber[column] ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
