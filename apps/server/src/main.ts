import type { Config } from './config.ts';
export interface ServeContext {
  readonly signal: AbortSignal;
  out(t: string): void;
  err(t: string): void;
}
export async function serve(_config: Config, _context: ServeContext): Promise<void> {
  throw new Error('not yet');
}
