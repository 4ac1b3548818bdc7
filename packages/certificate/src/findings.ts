import type { Finding, FindingId } from './report.ts';

export function proven(id: FindingId, text: string): Finding {
  return { id, outcome: 'proven', text };
}

export function failed(id: FindingId, text: string): Finding {
  return { id, outcome: 'failed', text };
}

export function unknown(id: FindingId, text: string): Finding {
  return { id, outcome: 'unknown', text };
}

/** What an error says, within a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'it cannot be read';
}
