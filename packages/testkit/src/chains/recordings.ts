import { readFileSync } from 'node:fs';
import type { Recording } from './replay-server.ts';

/** An answer of the wild, of one network. Sources and licences: recordings/LICENSE-MIT.txt. */
export interface NetworkRecording extends Recording {
  readonly network: string;
  /** A word of the recorder's, where he left one. */
  readonly what?: string;
}

/** What was recorded of a provider's wire format, in the order of the file. */
export function readRecordings(format: 'esplora' | 'blockbook'): readonly NetworkRecording[] {
  const file = new URL(`./recordings/${format}.ndjson`, import.meta.url);
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as NetworkRecording);
}
