import { SourceError } from '../../../sources/sources.ports.ts';

/** The error for an answer that does not match the provider's format. */
export function malformed(provider: string, field: string): SourceError {
  return new SourceError({ kind: 'malformed', provider, field });
}
