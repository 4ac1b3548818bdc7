import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether the readers that are not ours are here: poppler-utils. */
export const hasPoppler = spawnSync('pdfinfo', ['-v']).status === 0;

/** What a tool of poppler says of a PDF. `FILE` in the arguments is its name. */
export function askPoppler(pdf: Uint8Array, tool: string, args: readonly string[]): string {
  return inFolder(pdf, (file) =>
    execFileSync(
      tool,
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ),
  );
}

export function textOf(pdf: Uint8Array): string {
  return askPoppler(pdf, 'pdftotext', ['-layout', 'FILE', '-']);
}

/** The attachment, as a reader of PDFs takes it out. */
export function attachmentOf(pdf: Uint8Array, index = 1): Uint8Array {
  return inFolder(pdf, (file) => {
    execFileSync('pdfdetach', ['-save', String(index), '-o', `${file}.out`, file]);
    return readFileSync(`${file}.out`);
  });
}

function inFolder<Value>(pdf: Uint8Array, work: (file: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, pdf);
    return work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
