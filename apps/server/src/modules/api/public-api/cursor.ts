import { CHECK_ID } from '@assay/contracts/v1';
import type { Position } from './api-checks.store.ts';
import { ProblemError } from './problem-error.ts';

/** A position as text for the next request. Clients pass it on unread. */
export function cursorOf({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url');
}

/**
 * @param idForm the form of ids of the list
 * @throws ProblemError invalid_request where the text is none of ours
 */
export function readCursor(text: string, idForm: RegExp = CHECK_ID): Position {
  const [, time = '', id = ''] = /^(\d{1,15}) (\w+)$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (time === '' || !idForm.test(id)) {
    throw new ProblemError('invalid_request', 'Send next_cursor of the page before, unchanged.', {
      pointer: 'query/cursor',
    });
  }
  return { createdAt: new Date(Number(time)), id };
}
