import { SourceError } from '../../features/sources/index.ts';

/** An answer that is not what the provider's format says. */
export function malformed(provider: string, field: string): SourceError {
  return new SourceError({ kind: 'malformed', provider, field });
}
